//! The engine from outside: tables of cases, literate cases, properties.

mod cases;
mod corrections;
mod data;
mod decided;
mod derivations;
mod document_2;
mod entailment;
mod extraction;
mod gold;
mod kinds;
mod learning;
mod measures;
mod monitor;
mod policy;
mod properties;
mod record_schemas;
mod records;
mod records_fuzz;
mod records_hostile;
mod relations;
mod tables;
