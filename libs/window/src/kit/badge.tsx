import type { ReactNode } from 'react';
import { getOwnValue } from '@tandem/core/codec';

/** A key combination such as `Ctrl+Shift+K`, one box per key. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <kbd className="k-kbd">
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </kbd>
);

const shortMethods: Readonly<Record<string, string>> = { DELETE: 'DEL', OPTIONS: 'OPT' };

/** A method in upper case, shortened if long. */
export const formatMethod = (method: string): string => {
  const word = method.toUpperCase();
  return getOwnValue(shortMethods, word) ?? word.slice(0, 6);
};

/** A method as a small colored word. */
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
