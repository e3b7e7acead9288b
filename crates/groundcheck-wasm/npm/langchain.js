// groundcheck in LangChain: a callback handler. Nothing of LangChain is imported: a plain object of its methods is a handler.

/**
 * Follows every run of a language model. `request` is the question and the conversation, or a function that gives them from what a run
 * starts with; `onReport` gets each answer's report with the run's id.
 */
export function answerCheckHandler({ detector, request = {}, onUpdate, onReport, onError }) {
  /** By run: what it started with, and its answers by prompt and completion. */
  const runs = new Map();

  const start = (runId, input) => void runs.set(runId, { input, answers: new Map() });
  const answerOf = (runId, at) => {
    const run = runs.get(runId);
    if (!run) return undefined;
    const place = `${at.prompt}/${at.completion}`;
    if (!run.answers.has(place)) {
      const asked = typeof request === 'function' ? request(run.input) : request;
      const told = (update) => onUpdate?.(update, { runId, ...at });
      run.answers.set(place, { at, answer: detector.stream({ ...asked, onUpdate: told }) });
    }
    return run.answers.get(place).answer;
  };
  const failed = (runId, error) => void onError?.(error, { runId });

  return {
    name: 'groundcheck',
    // `invoke` comes back once the reports are there.
    awaitHandlers: true,

    handleLLMStart: (_model, prompts, runId) => start(runId, { prompts }),
    handleChatModelStart: (_model, messages, runId) => start(runId, { messages }),

    handleLLMNewToken(token, at, runId) {
      try {
        answerOf(runId, at)?.push(token);
      } catch (error) {
        failed(runId, error);
      }
    },

    async handleLLMEnd(output, runId) {
      const run = runs.get(runId);
      if (!run) return;
      try {
        output.generations.forEach((completions, prompt) =>
          completions.forEach(({ text }, completion) => {
            // A model that does not stream has sent no token.
            const answer = text.trim() === '' ? undefined : answerOf(runId, { prompt, completion });
            if (answer?.text === '') answer.push(text);
          }),
        );
        for (const { at, answer } of run.answers.values()) {
          if (answer.text.trim() !== '') await onReport?.(await answer.finish(), { runId, ...at });
        }
      } catch (error) {
        failed(runId, error);
      } finally {
        runs.delete(runId);
      }
    },

    handleLLMError(error, runId) {
      for (const { answer } of runs.get(runId)?.answers.values() ?? []) answer.abort(error);
      runs.delete(runId);
    },
  };
}
