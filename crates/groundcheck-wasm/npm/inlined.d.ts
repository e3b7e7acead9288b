// The same as `groundcheck`, with the wasm inside.

export * from './index.js';
