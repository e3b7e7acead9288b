// The engine's end of a worker: see remote-engine.js.

import { analysis } from './analysis.js';
import { Detector, requiredKnowledgeJson } from './api.js';
import { GroundcheckError, internal } from './error.js';
import { warmUp } from './local-engine.js';

/** Serves one detector; gives what takes its messages. */
export function serve(post) {
  const monitors = new Map();
  let detector;

  const calls = {
    async start({ module, json }) {
      await analysis.startFrom(() => module);
      detector = new Detector(JSON.parse(json));
      warmUp(detector);
    },
    analyze: ({ json }) => detector.analyzeJson(json),
    requiredKnowledge: ({ json }) => requiredKnowledgeJson(json),
    finish({ stream }) {
      const monitor = monitors.get(stream);
      if (!monitor) throw internal('this answer has failed; it was not checked');
      monitors.delete(stream);
      return monitor.finishJson();
    },
  };

  const streams = {
    open({ stream, json }) {
      const monitor = detector.monitor(JSON.parse(json));
      monitors.set(stream, monitor);
      post({ stream, threshold: monitor.interruptionThreshold });
    },
    push({ stream, piece }) {
      const update = monitors.get(stream)?.pushJson(piece);
      if (update !== undefined) post({ stream, update });
    },
    close({ stream }) {
      monitors.get(stream)?.free();
      monitors.delete(stream);
    },
  };

  return async (message) => {
    const { name, call, stream } = message;
    const to = call === undefined ? { stream } : { call };
    try {
      if (call === undefined) streams[name](message);
      else post({ call, json: await calls[name](message) });
    } catch (cause) {
      const error = cause instanceof GroundcheckError ? cause : internal('the worker failed', cause);
      if (stream !== undefined) streams.close({ stream });
      post({ ...to, error: error.toJSON() });
    }
  };
}
