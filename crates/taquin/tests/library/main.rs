//! The library's tests, one module per subject, in one program: forty would take longer to link than to run.
//!
//! Tests that need a program of their own are beside this folder: they replace the allocator, or read the repository.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod beam;
mod bounds;
mod checkpoint;
mod courses;
mod data;
mod documents;
mod duplicate_pruning;
mod examinations;
mod forged_tables;
mod game;
mod heuristics;
mod hints;
#[cfg(feature = "serde")]
mod journal;
mod korf;
mod large;
mod many;
mod notation_boards;
mod notation_courses;
mod notation_dialects;
mod notation_drawings;
mod notation_files;
mod notation_moves;
mod notation_pasted;
mod notation_prose;
mod options;
mod patterns;
mod perfect;
mod planner;
mod pool_search;
mod properties;
mod pushes;
mod recheck;
mod scrambling;
mod searches;
mod solvability;
mod solver;
mod store;
mod table_method;
mod threads;
mod vocabulary;
