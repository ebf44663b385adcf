//! The settings of a solver.

use super::algorithm::Algorithm;
use super::error::PlanError;
use super::options::{MethodOption, MethodOptions, OptionError};
use super::{Config, Shared, Solver, planner};
use crate::control::Budget;
use crate::gap::Gap;
use crate::geometry::Order;
use crate::heuristic::HeuristicChoice;
use crate::large::Models;
use crate::metric::Metric;
use crate::space::Workers;
#[cfg(feature = "disk")]
use crate::tables::Store;
use crate::tables::TableCache;
use std::sync::Arc;
use std::time::Duration;

/// Builds a [`Solver`]. Everything that is not set is chosen for each puzzle.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SolverBuilder {
    options: MethodOptions,
    budget: Budget,
    threads: Option<usize>,
    search_threads: Option<usize>,
    boards: Option<u64>,
    table_memory: Option<u64>,
    models: Models,
    #[cfg(feature = "disk")]
    store: Option<Store>,
    /// The tables of the solver to share with.
    shared: Option<Arc<Shared>>,
}

impl SolverBuilder {
    /// Shares the tables of a solver.
    pub(super) fn sharing(shared: Arc<Shared>, config: &Config) -> SolverBuilder {
        let Config { options, budget, workers, boards } = config.clone();
        SolverBuilder {
            options,
            budget,
            search_threads: Some(workers.count()),
            boards,
            shared: Some(shared),
            ..SolverBuilder::default()
        }
    }

    /// Uses this many threads; by default as many as the machine has. The solution length does not depend on the number
    /// of threads; node counts are only repeatable with one.
    pub fn threads(self, threads: usize) -> SolverBuilder {
        SolverBuilder { threads: Some(threads), search_threads: None, ..self }
    }

    /// Uses this many threads to search for one solution, and all threads to build tables: for solving many puzzles at
    /// once, one per thread.
    pub fn search_threads(self, threads: usize) -> SolverBuilder {
        SolverBuilder { search_threads: Some(threads), ..self }
    }

    /// Stores tables that take seconds to build in a folder, which is created with the first table.
    #[cfg(feature = "disk")]
    pub fn table_dir(self, folder: impl Into<std::path::PathBuf>) -> SolverBuilder {
        self.store(Some(Store::new(folder)))
    }

    /// Stores tables in a store, or in none.
    #[cfg(feature = "disk")]
    pub fn store(self, store: Option<Store>) -> SolverBuilder {
        SolverBuilder { store, ..self }
    }

    /// Keeps at most this many bytes of pattern databases and perfect tables in memory, those that are being built included.
    /// Tables that no search is using are evicted for others; a thread that finds no room waits for other searches to end.
    pub fn table_memory(self, bytes: u64) -> SolverBuilder {
        SolverBuilder { table_memory: Some(bytes), ..self }
    }

    /// Calls `load` for the trained weights of boards with more than 16 cells, instead of using those in the program (feature
    /// `models`). It receives the name of a file in the folder `models` of this package, such as `6x6.pairs`, and returns
    /// its bytes. Without them, and if they are not those of a model, solutions are longer.
    ///
    /// The function is called by every search that needs a model, so it should remember what takes long to load.
    ///
    /// ```
    /// use taquin::{Puzzle, Solver};
    /// let load = |name: &str| std::fs::read(format!("models/{name}")).ok();
    /// let solver = Solver::builder().models(load).build()?;
    /// let puzzle: Puzzle = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24".parse()?;
    /// assert_eq!(solver.solve(&puzzle)?.solution.unwrap().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn models(self, load: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> SolverBuilder {
        SolverBuilder { models: Models::loaded_by(load), ..self }
    }

    /// Expects this many boards, which determines how large a table pays. By default the solver expects as many as it
    /// has solved so far.
    pub fn expected_boards(self, boards: u64) -> SolverBuilder {
        SolverBuilder { boards: Some(boards), ..self }
    }

    /// Stops each solve after this time.
    pub fn time_limit(mut self, time: Duration) -> SolverBuilder {
        self.budget.time = Some(time);
        self
    }

    /// Stops each solve after expanding this many nodes.
    pub fn node_limit(mut self, nodes: u64) -> SolverBuilder {
        self.budget.nodes = Some(nodes);
        self
    }

    /// Never keeps more than this many bytes, tables included.
    pub fn memory_limit(mut self, bytes: u64) -> SolverBuilder {
        self.budget.memory = Some(bytes);
        self
    }

    /// Accepts a solution that is at most this far above the lower bound.
    pub fn gap(mut self, gap: Gap) -> SolverBuilder {
        self.budget.gap = Some(gap);
        self
    }

    /// Sets all limits at once.
    pub fn budget(self, budget: Budget) -> SolverBuilder {
        SolverBuilder { budget, ..self }
    }

    /// Sets the search.
    pub fn algorithm(mut self, algorithm: Algorithm) -> SolverBuilder {
        self.options.algorithm = Some(algorithm);
        self
    }

    /// Sets the estimate.
    pub fn heuristic(mut self, heuristic: impl Into<HeuristicChoice>) -> SolverBuilder {
        self.options.heuristic = Some(heuristic.into());
        self
    }

    /// Sets the order of successors.
    pub fn order(mut self, order: Order) -> SolverBuilder {
        self.options.order = Some(order);
        self
    }

    /// Sets what counts as one move.
    pub fn metric(mut self, metric: Metric) -> SolverBuilder {
        self.options.metric = metric;
        self
    }

    /// Sets all options of the method at once.
    pub fn options(self, options: MethodOptions) -> SolverBuilder {
        SolverBuilder { options, ..self }
    }

    /// Sets one option of the method from text.
    ///
    /// # Errors
    /// If the text is not a value of the option.
    pub fn option(mut self, option: MethodOption, value: &str) -> Result<SolverBuilder, OptionError> {
        self.options.set(option, value)?;
        Ok(self)
    }

    /// Builds the solver.
    ///
    /// # Errors
    /// If options contradict each other; the error names them.
    pub fn build(self) -> Result<Solver, PlanError> {
        planner::check(&self.options, self.budget)?;
        let all = self.threads.map_or_else(Workers::all, Workers::new);
        let workers = self.search_threads.map_or(all, Workers::new);
        let shared = self.shared.unwrap_or_else(|| {
            #[cfg(feature = "disk")]
            let tables = TableCache::stored(self.store, all);
            #[cfg(not(feature = "disk"))]
            let tables = TableCache::new(all);
            Shared::new(tables.with_capacity(self.table_memory), self.models)
        });
        let config = Config { options: self.options, budget: self.budget, workers, boards: self.boards };
        Ok(Solver { shared, config: Arc::new(config) })
    }
}
