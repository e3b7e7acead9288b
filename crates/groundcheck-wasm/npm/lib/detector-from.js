// Sources and facts, and answers checked against them, on this thread or in a worker.

import { AnswerDetector, checkCallbacks } from './answer-detector.js';
import { compile } from './instance.js';
import { LocalEngine } from './local-engine.js';
import { RemoteEngine } from './remote-engine.js';

/** `createDetector` of a variant: `source` is where its wasm is, `init` loads it, `spawn` starts the package's worker. */
export const detectorFrom =
  ({ source, init, spawn }) =>
  async ({ worker = false, module, monitor, ignored, verify, checkLinks, ...evidence } = {}) => {
    checkCallbacks({ verify, checkLinks });
    const engine = worker
      ? await RemoteEngine.start(typeof worker === 'function' ? worker() : spawn(), await compile(await (module ?? source())), evidence)
      : await init({ module }).then(() => new LocalEngine(evidence));
    return new AnswerDetector(engine, { monitor, ignored, verify, checkLinks });
  };
