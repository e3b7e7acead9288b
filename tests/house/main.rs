//! The rules of the house. Each failure says what to do.

mod edges;
mod layers;
mod schemas;
mod source;
mod tidy;
