//! The known numbers of states at each distance, to verify tables.

use super::id::TableId;

/// Returns the number of states of a table at each distance, if it is known.
///
/// ```
/// use taquin::tables::{TableSet, known_counts};
/// use taquin::{Goal, Size};
/// let set = TableSet::named("2x3", &Goal::rows(Size::new(2, 3)?)).unwrap();
/// assert_eq!(known_counts(&set.tables()[0]).unwrap().iter().sum::<u64>(), 360);
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn known_counts(id: &TableId) -> Option<Vec<u64>> {
    let name = id.file_name();
    let name = name.strip_suffix(TableId::EXTENSION)?.strip_suffix('.')?;
    let mut lines = include_str!("known.txt").lines().map(str::split_whitespace);
    let counts = lines.find_map(|mut words| (words.next() == Some(name)).then_some(words))?;
    counts.map(|count| count.parse().ok()).collect()
}
