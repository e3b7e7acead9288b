//! The rules of the house. Each failure says what to do.

mod docs;
mod edges;
mod layers;
mod schemas;
mod source;
mod tidy;
mod words;
