//! The program as its users meet it: what it prints, where, and how it ends.

mod address_space;
mod answers;
mod audit;
mod bad_input;
mod batch;
mod batch_resume;
mod bench;
mod commands;
mod compare;
mod course_dialects;
mod courses;
mod depths;
mod documents;
mod draw;
mod explore;
mod grade;
mod grade_class;
mod grade_dialects;
mod graphviz;
mod help;
mod json;
mod long_search;
mod notations;
mod options;
mod planner;
mod play;
mod recheck;
mod round_trip;
mod run;
mod serve;
#[cfg(target_os = "linux")]
mod shells;
mod signals;
mod stopping;
mod streams;
mod tables;
#[cfg(target_os = "linux")]
mod tmux;
mod trace;
