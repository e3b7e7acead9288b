// How <answer-check> looks: a constructed style sheet, which a content security policy without 'unsafe-inline' allows.

const CSS = `
:host {
  display: block;
  --supported: var(--answer-check-supported, light-dark(#1a7f4b, #4cc38a));
  --contradicted: var(--answer-check-contradicted, light-dark(#c0262d, #ff8589));
  --unsupported: var(--answer-check-unsupported, light-dark(#a35200, #ffb45c));
  --unverifiable: var(--answer-check-unverifiable, light-dark(#5f6672, #a3abb8));
  --open: var(--answer-check-open, light-dark(#2a5fd0, #83adff));
  --line: var(--answer-check-underline, 2px);
  --surface: var(--answer-check-surface, Canvas);
  --ink: var(--answer-check-ink, CanvasText);
}
:host([hidden]) { display: none; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.claim { cursor: pointer; border-radius: 2px; text-decoration: underline var(--line); text-underline-offset: 0.18em; }
.claim:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.claim::after { content: attr(data-sign); font-size: 0.75em; margin-inline-start: 0.15em; unicode-bidi: isolate; }
.supported { text-decoration-color: var(--supported); text-decoration-style: solid; }
.contradicted { text-decoration-color: var(--contradicted); text-decoration-style: wavy; }
.unsupported { text-decoration-color: var(--unsupported); text-decoration-style: dashed; }
.unverifiable { text-decoration-color: var(--unverifiable); text-decoration-style: dotted; }
.open { text-decoration-color: var(--open); }
.details {
  background: var(--surface);
  color: var(--ink);
  border: 1px solid color-mix(in srgb, currentColor 30%, transparent);
  border-radius: 6px;
  margin-block-start: 0.5em;
  padding: 0.6em 0.8em;
}
.details[hidden] { display: none; }
.details p { margin: 0; }
.details p + p { margin-block-start: 0.35em; }
.details-title { font-weight: 600; }
.details-place { padding-inline-start: 1em; overflow-wrap: anywhere; }
.status { color: color-mix(in srgb, currentColor 75%, transparent); font-size: 0.875em; margin: 0.5em 0 0; min-height: 1.3em; }
`;

let sheet;

/** The one sheet that all elements share; made when the first is. */
export function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}
