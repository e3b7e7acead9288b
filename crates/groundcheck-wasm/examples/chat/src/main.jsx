import { useChat } from '@ai-sdk/react';
import { DirectChatTransport, ToolLoopAgent } from 'ai';
import { createDetector, segments } from 'groundcheck';
import { checkedTransport } from 'groundcheck/ai-sdk';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

import { sources } from '../../scripted-model.js';
import { scriptedModel } from './scripted-language-model.js';

const detector = await createDetector({ sources, worker: true });
// Over HTTP: new DefaultChatTransport({ api: '/api/chat' }).
const transport = checkedTransport(new DirectChatTransport({ agent: new ToolLoopAgent({ model: scriptedModel() }) }), { detector });

/** A message: each text with its claims marked by the check that stands behind it. */
function Message({ role, parts }) {
  return (
    <article className={role} dir="auto">
      {parts.map((part, i) => {
        if (part.type !== 'text') return null;
        const check = parts[i + 1]?.type === 'data-answer-check' ? parts[i + 1].data : undefined;
        return <Answer key={i} text={part.text} check={check} />;
      })}
    </article>
  );
}

function Answer({ text, check }) {
  return (
    <>
      <p>
        {segments(text, check?.claims ?? []).map(({ text, claim }, i) =>
          claim ? (
            <mark key={i} className={`claim ${claim.status}`} title={claim.reasons[0]?.message}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      {check?.warnings.map(({ description, span, pattern }) => (
        <p key={`${pattern} ${span.start}`} className="warning" role="alert">
          {description}
        </p>
      ))}
      {check?.checked && <p role="status">{`${check.checked.report.verdict}, risk ${check.checked.report.risk}`}</p>}
      {check?.error && <p role="alert">{`Not checked: ${check.error.message}`}</p>}
    </>
  );
}

function Chat() {
  const { messages, sendMessage, status } = useChat({ transport });
  const [question, setQuestion] = useState('What was the NOI of Birch House?');
  const ask = (event) => {
    event.preventDefault();
    sendMessage({ text: question });
  };
  return (
    <main>
      {messages.map((message) => (
        <Message key={message.id} {...message} />
      ))}
      <form onSubmit={ask}>
        <input aria-label="Question" dir="auto" value={question} onChange={(event) => setQuestion(event.target.value)} />
        <button disabled={status !== 'ready'}>Ask</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('chat')).render(
  <StrictMode>
    <Chat />
  </StrictMode>,
);
