import { getOwnValue } from '@tandem/core/codec';

const short: Readonly<Record<string, string>> = { DELETE: 'DEL', OPTIONS: 'OPT' };

/** A method in upper case, shortened where it is long. */
export const methodWord = (method: string): string => {
  const word = method.toUpperCase();
  return getOwnValue(short, word) ?? word.slice(0, 6);
};

/** A method as a small coloured word. */
export const Method = ({ method }: { readonly method: string }) => (
  <span className="method" data-method={method.toUpperCase()} title={method.toUpperCase()}>
    {methodWord(method)}
  </span>
);
