//! The trained models of beam search, and where their files come from.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Returns the bytes of a model, given its file name.
type Load = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

/// Where beam search finds trained weights: in the program, with the feature `models`, or by calling a function.
#[derive(Clone, Default)]
pub struct Models {
    load: Option<Arc<Load>>,
}

/// A model that `examples/train.rs` trained.
pub(super) struct TrainedModel {
    /// The side of the boards.
    pub(super) side: usize,
    /// The side of the model that their pairs share.
    pub(super) model_side: usize,
    /// The name of its file.
    name: &'static str,
    #[cfg(feature = "models")]
    bytes: &'static [u8],
}

macro_rules! trained {
    ($($side:literal, $model_side:literal, $name:literal;)*) => {
        /// Every model, smallest boards first.
        pub(super) static TRAINED: &[TrainedModel] = &[$(TrainedModel {
            side: $side,
            model_side: $model_side,
            name: $name,
            #[cfg(feature = "models")]
            bytes: include_bytes!(concat!("../../../models/", $name)),
        }),*];
    };
}

trained! {
    5, 5, "5x5.pairs";
    6, 6, "6x6.pairs";
    7, 7, "7x7.pairs";
    8, 7, "8x8.pairs";
    10, 7, "10x10.pairs";
}

impl Models {
    /// Finds models by calling a function with the name of a file.
    pub fn loaded_by(load: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Models {
        Models { load: Some(Arc::new(load)) }
    }

    /// Returns the file names of all models.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TRAINED.iter().map(|model| model.name)
    }

    /// Returns the bytes of a model, if they can be found.
    pub(super) fn bytes(&self, model: &TrainedModel) -> Option<Cow<'static, [u8]>> {
        if let Some(load) = &self.load {
            return load(model.name).map(Cow::Owned);
        }
        #[cfg(feature = "models")]
        return Some(Cow::Borrowed(model.bytes));
        #[cfg(not(feature = "models"))]
        None
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("loads", &self.load.is_some()).finish()
    }
}
