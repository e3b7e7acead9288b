// The package's worker where workers are those of the web.

import { notReady } from './error.js';

/** Starts it. Bundlers know the form of this line and take the worker along. */
export function spawn() {
  if (typeof Worker !== 'function') throw notReady('there are no workers here: leave `worker` out, or give a function that starts one');
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}
