import type { ReactNode } from 'react';
import { getOwnValue } from '@tandem/core/codec';

/** Shows a key combination such as `Ctrl+Shift+K`, with a box for each key. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <kbd className="k-kbd">
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </kbd>
);

const shortMethods: Readonly<Record<string, string>> = { DELETE: 'DEL', OPTIONS: 'OPT' };

/** Formats a method in upper case, and shortens a long one. */
export const formatMethod = (method: string): string => {
  const word = method.toUpperCase();
  return getOwnValue(shortMethods, word) ?? word.slice(0, 6);
};

/** Shows a method as a small colored word. */
export const Method = ({ method }: { readonly method: string }) => (
  <span className="method" data-method={method.toUpperCase()} title={method.toUpperCase()}>
    {formatMethod(method)}
  </span>
);

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';

/** A word or number in a small box, colored by its meaning. */
export const Badge = ({
  tone = 'plain',
  title,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}) => (
  <span className="k-badge" data-tone={tone} title={title}>
    {children}
  </span>
);
