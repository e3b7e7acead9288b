// `createDetector` of groundcheck/slim.

import { AnswerDetector, checkCallbacks } from './answer-detector.js';
import { invalid } from './error.js';
import { HostEngine } from './host-engine.js';

/** What `createDetector` of the other variants takes and this one has no use for. */
const ELSEWHERE = ['sources', 'facts', 'policy', 'monitor', 'worker'];

/** `init` loads the wasm. */
export const slimDetectorFrom =
  ({ init }) =>
  async (options = {}) => {
    const { analyze, requiredKnowledge, locale, module, ignored, verify, checkLinks } = options;
    for (const name of ELSEWHERE) {
      if (options[name] !== undefined) throw invalid(name, 'is no option of groundcheck/slim: what judges has it, see `analyze`');
    }
    if (analyze === undefined) throw invalid('analyze', 'is missing: claims are judged by your server');
    checkCallbacks({ analyze, requiredKnowledge, verify, checkLinks });
    await init({ module });
    return new AnswerDetector(new HostEngine({ analyze, requiredKnowledge, locale }), { ignored, verify, checkLinks });
  };
