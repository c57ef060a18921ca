import { useState } from 'react';

type CopyState = 'not yet' | 'done' | 'failed';

const copyLabels: Readonly<Record<CopyState, string>> = {
  'not yet': 'Copy',
  done: 'Copied',
  failed: 'Not allowed',
};

/** How long the button shows the result of a click, in milliseconds. */
const resultMs = 1_500;

/** A button that copies a text and confirms it. */
export const CopyButton = ({ what, text }: { readonly what: string; readonly text: string }) => {
  const [copied, setCopied] = useState<CopyState>('not yet');
  const say = (outcome: CopyState): void => {
    setCopied(outcome);
    window.setTimeout(setCopied, resultMs, 'not yet');
  };
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        say('done');
      },
      () => {
        say('failed');
      },
    );
  };
  return (
    <button type="button" className="copy" aria-label={`${copyLabels[copied]}: ${what}`} onClick={copy}>
      <span aria-live="polite">{copyLabels[copied]}</span>
    </button>
  );
};

/** Shows a selectable address with a copy button. */
export const CopyAddress = ({ name, url }: { readonly name: string; readonly url: string }) => (
  <span className="address">
    <span className="label">{name}</span>
    <span className="selectable">{url}</span>
    <CopyButton what={`the ${name} address`} text={url} />
  </span>
);
