// groundcheck in the AI SDK: a middleware for language models, and a data part in the messages of a chat.
//
// Nothing of the SDK is imported: a middleware is a plain object, streams are those of the platform, and their parts about text have the
// same form in versions 5, 6 and 7 (`text-start`, `text-delta` with `delta`, `text-end`, each with an `id`).

/** The type of the data part that an answer's check is put in. */
export const ANSWER_CHECK = 'data-answer-check';

/** Question and conversation of a model's prompt: the last message of the user, and the texts before it. */
export function requestOf(prompt) {
  const turns = prompt
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => ({ role, text: textOf(content) }))
    .filter(({ text }) => text.trim() !== '');
  const last = turns.findLastIndex(({ role }) => role === 'user');
  if (last < 0) return { history: turns };
  return { question: turns[last].text, history: turns.toSpliced(last, 1) };
}

const textOf = (content) =>
  typeof content === 'string' ? content : content.filter(({ type }) => type === 'text').map(({ text }) => text).join('\n');

const summary = ({ report, should_interrupt, response }) => {
  const { verdict, risk, reliability, disposition } = report;
  return { verdict, risk, reliability, disposition, action: response.action, should_interrupt };
};

const textMessage = (role, text) => ({ role, content: [{ type: 'text', text }] });

/**
 * A middleware for `wrapLanguageModel`. With `retry: true` the model writes a flagged answer once more, told what was wrong, and the better
 * one of the two goes on; a streamed answer is not written again. With `mode: 'observe'` the answer passes as it is; with `'enforce'` a generated answer becomes the
 * text of the response protocol, and a streamed one ends with that protocol's words where it should be interrupted.
 */
export function answerCheckMiddleware({ detector, request = {}, mode = 'observe', retry = false, onUpdate, onReport, onError }) {
  const asked = (prompt) => ({ ...requestOf(prompt), ...(typeof request === 'function' ? request({ prompt }) : request) });
  const follow = (prompt) => detector.stream({ ...asked(prompt), onUpdate });
  const check = async (prompt, whole) => {
    const answer = follow(prompt);
    answer.push(whole);
    return answer.finish();
  };
  /** What the model writes when it is told what was wrong, with its check; undefined where that is no better. */
  const again = async ({ model, params }, whole, checked) => {
    if (!retry || checked.report.verdict !== 'flagged') return undefined;
    const { retry_prompt: told } = await detector.analyze({ ...asked(params.prompt), answer: whole, retry_prompt: true });
    if (!told) return undefined;
    const prompt = [...params.prompt, textMessage('assistant', whole), textMessage('user', told)];
    const result = await model.doGenerate({ ...params, prompt });
    const text = textOf(result.content);
    if (text.trim() === '') return undefined;
    const better = await check(params.prompt, text);
    const wrong = ({ report }) => report.summary.unverified_claims;
    return wrong(better) < wrong(checked) ? { result, checked: better } : undefined;
  };
  const failed = (error) => void onError?.(error);
  const enforces = mode === 'enforce';

  return {
    specificationVersion: 'v3',

    async wrapGenerate({ doGenerate, params, model }) {
      let result = await doGenerate();
      const whole = result.content.filter(({ type }) => type === 'text').map(({ text }) => text).join('');
      if (whole.trim() === '') return result;
      try {
        let checked = await check(params.prompt, whole);
        const better = await again({ model, params }, whole, checked);
        if (better) ({ result, checked } = better);
        onReport?.(checked);
        const replaced = enforces && checked.response.action !== 'none';
        const content = replaced ? inPlaceOfText(result.content, checked.response.text) : result.content;
        return { ...result, content, providerMetadata: { ...result.providerMetadata, groundcheck: summary(checked) } };
      } catch (error) {
        failed(error);
        return result;
      }
    },

    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      let answer;
      let stopped = false;
      let last;
      /** What cannot be checked passes unchecked, and `onError` hears of it. */
      const attempt = async (run) => {
        try {
          return await run();
        } catch (error) {
          answer = undefined;
          failed(error);
          return undefined;
        }
      };
      const finish = () =>
        attempt(async () => {
          const checked = await answer?.finish();
          answer = undefined;
          if (!checked) return undefined;
          last = checked;
          onReport?.(checked);
          return checked;
        });
      const parts = {
        'text-start': async (part, pass) => {
          if (stopped) return;
          await attempt(() => {
            answer ??= follow(params.prompt);
          });
          pass(part);
        },
        'text-delta': async (part, pass) => {
          if (stopped) return;
          pass(part);
          await attempt(() => answer?.push(part.delta));
          if (!enforces || !answer?.shouldInterrupt) return;
          const checked = await finish();
          if (!checked) return;
          stopped = true;
          pass({ type: 'text-delta', id: part.id, delta: `\n\n${ending(checked.response)}` });
          pass({ type: 'text-end', id: part.id });
        },
        'text-end': async (part, pass) => {
          if (!stopped) pass(part);
        },
        finish: async (part, pass) => {
          await finish();
          const providerMetadata = last && { ...part.providerMetadata, groundcheck: summary(last) };
          pass(providerMetadata ? { ...part, providerMetadata } : part);
        },
      };
      const checked = new TransformStream({
        transform: (part, controller) => {
          const pass = (passed) => controller.enqueue(passed);
          return Object.hasOwn(parts, part.type) ? parts[part.type](part, pass) : pass(part);
        },
        flush: () => void answer?.abort(),
        // Somebody reads no further.
        cancel: () => void answer?.abort(),
      });
      return { ...rest, stream: stream.pipeThrough(checked) };
    },
  };
}

/** What is said after words that were shown already: the protocol's own additions, or else its whole text. */
const ending = ({ text, edits }) => {
  const added = edits.filter(({ kind }) => kind === 'reformulated' || kind === 'disclaimed').map((edit) => edit.text.trim());
  return added.length > 0 ? added.join(' ') : text;
};

/** The first text becomes this one, the others go. */
function inPlaceOfText(content, text) {
  const first = content.findIndex(({ type }) => type === 'text');
  return content.flatMap((part, i) => (part.type !== 'text' ? [part] : i === first ? [{ ...part, text }] : []));
}

/** What is known of an answer that could not even be begun. */
const UNREAD = { claims: [], warnings: [], settledTo: 0, shouldInterrupt: false };

/**
 * A UI message stream with the check of each text in it as a data part behind it, which is updated in place: the parts of one text share
 * an id. On a server before it is sent, or in the browser as it comes in.
 */
export function withAnswerCheck(stream, { detector, request = {}, onReport, onError }) {
  const answers = new Map();
  const part = (id, data) => ({ type: ANSWER_CHECK, id: `answer-check-${id}`, data });
  const state = ({ claims, warnings, settledTo, shouldInterrupt }, { checked = null, error = null } = {}) => ({
    claims: [...claims],
    warnings: [...warnings],
    settled_to: settledTo,
    should_interrupt: shouldInterrupt,
    checked,
    error,
  });
  const failed = (id, error, controller, answer = UNREAD) => {
    answers.delete(id);
    onError?.(error);
    const { code = 'internal', message } = error;
    controller.enqueue(part(id, state(answer, { error: { code, message } })));
  };
  const chunks = {
    'text-start'({ id }, controller) {
      const opened = { changed: false };
      try {
        opened.answer = detector.stream({ ...request, onUpdate: () => (opened.changed = true) });
        answers.set(id, opened);
      } catch (error) {
        failed(id, error, controller);
      }
    },
    'text-delta'({ id, delta }, controller) {
      const opened = answers.get(id);
      if (!opened) return;
      try {
        opened.answer.push(delta);
        if (opened.changed) controller.enqueue(part(id, state(opened.answer)));
        opened.changed = false;
      } catch (error) {
        failed(id, error, controller, opened.answer);
      }
    },
    async 'text-end'({ id }, controller) {
      const opened = answers.get(id);
      if (!opened) return;
      try {
        const checked = await opened.answer.finish();
        answers.delete(id);
        controller.enqueue(part(id, state(opened.answer, { checked })));
        onReport?.(checked);
      } catch (error) {
        failed(id, error, controller, opened.answer);
      }
    },
  };
  const giveUp = () => {
    for (const { answer } of answers.values()) answer.abort();
  };
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        return Object.hasOwn(chunks, chunk.type) ? chunks[chunk.type](chunk, controller) : undefined;
      },
      flush: giveUp,
      // Somebody reads no further.
      cancel: giveUp,
    }),
  );
}

/** A chat's transport whose answers are checked as they come in; nothing of them leaves the browser for it. */
export function checkedTransport(transport, { request, ...options }) {
  const asked = (messages) => ({ ...requestOf(messages.map(({ role, parts }) => ({ role, content: parts }))), ...request });
  return {
    // From version 7 of the SDK.
    get resumeStreamIsReplay() {
      return transport.resumeStreamIsReplay;
    },
    close: () => transport.close?.(),

    sendMessages: async (sent) =>
      withAnswerCheck(await transport.sendMessages(sent), { ...options, request: asked(sent.messages) }),
    async reconnectToStream(sent) {
      const stream = await transport.reconnectToStream(sent);
      return stream && withAnswerCheck(stream, { ...options, request });
    },
  };
}
