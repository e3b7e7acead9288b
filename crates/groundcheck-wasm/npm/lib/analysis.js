// The instance that checks answers.

import * as wasm from '../pkg/groundcheck.js';
import { Instance } from './instance.js';

export const analysis = new Instance(wasm);
