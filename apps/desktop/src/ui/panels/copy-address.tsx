import { useState } from 'react';

type Copied = 'not yet' | 'done' | 'failed';

const words: Readonly<Record<Copied, string>> = { 'not yet': 'Copy', done: 'Copied', failed: 'Not allowed' };

/** How long the button says what became of a click, in milliseconds. */
const sayMs = 1_500;

/** An address that can be selected, and a button that copies it. */
export const CopyAddress = ({ name, url }: { readonly name: string; readonly url: string }) => {
  const [copied, setCopied] = useState<Copied>('not yet');
  const say = (what: Copied): void => {
    setCopied(what);
    window.setTimeout(setCopied, sayMs, 'not yet');
  };
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => {
        say('done');
      },
      () => {
        say('failed');
      },
    );
  };
  return (
    <span className="address">
      <span className="label">{name}</span>
      <span className="selectable">{url}</span>
      <button type="button" className="copy" aria-label={`Copy the ${name} address`} onClick={copy}>
        <span aria-live="polite">{words[copied]}</span>
      </button>
    </span>
  );
};
