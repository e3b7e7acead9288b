//! How many steps the engine takes: the compiler puts a call at each branch of the engine's code (`-sanitizer-coverage-trace-pc`), and the
//! calls are counted. The same on every machine, and a clock has no part in it. What the standard library was compiled to beforehand, such
//! as copying bytes, is not counted.

use std::sync::atomic::{AtomicU64, Ordering};

static STEPS: AtomicU64 = AtomicU64::new(0);

/// Called at every branch. Only one thread counts, so that nothing has to be locked.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_pc() {
    STEPS.store(STEPS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// How many steps this takes.
pub fn counted<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = STEPS.load(Ordering::Relaxed);
    let done = work();
    (STEPS.load(Ordering::Relaxed) - before, done)
}
