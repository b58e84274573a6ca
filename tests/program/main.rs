//! Tests of the program as a user runs it, and of the commands in the documents.

mod common;

mod builds;
mod cli;
mod cli_ask;
mod cli_cost;
mod cli_diff;
mod cli_precision;
mod cli_replay;
mod cli_run;
mod cli_shards;
mod cli_stops;
mod cli_verify;
mod cli_whole;
mod outside;
mod readme;
