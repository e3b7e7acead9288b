// The instance that checks records: a wasm file of its own, which nobody loads who checks answers alone.

import * as wasm from '../pkg/records.js';
import { Instance } from './instance.js';

export const validation = new Instance(wasm);
