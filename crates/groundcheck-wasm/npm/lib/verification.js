// The instance that asks and decides for a model of the embedder's: a wasm file of its own, which nobody loads who needs none.

import * as wasm from '../pkg/entailment.js';
import { Instance } from './instance.js';

export const verification = new Instance(wasm);
