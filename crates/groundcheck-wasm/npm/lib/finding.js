// The instance that finds claims and judges none: a wasm file of its own, a third of the one that judges.

import * as wasm from '../pkg/slim.js';
import { Instance } from './instance.js';

export const finding = new Instance(wasm);
