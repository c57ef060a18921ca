import type { Pair } from '@tandem/core';

import { pair } from './value.js';

const credentialName =
  /(?:^|[^a-z])(?:pass(?:word|phrase|wd)?|pwd|secret|token|credentials?|api[-_ ]?key|apikey|private[-_ ]?key|access[-_ ]?key|bearer)(?:$|[^a-z])/i;

/** The name in words: `clientSecret` and `CLIENT_SECRET` alike. */
const inWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2');

const notCredentials = /(?:url|uri|endpoint|type|name|path|expir(?:y|es)|ttl|id|in)$/i;

/** Whether a variable of this name holds a credential, as far as a name can tell. */
const namesCredential = (name: string): boolean =>
  credentialName.test(inWords(name)) && !notCredentials.test(inWords(name));

/** Whether the text is a value itself, not made of variables. */
export const isLiteral = (text: string): boolean => text.trim() !== '' && !text.includes('{{');

/** Gives each credential a name, and the same one to the same value. */
export const createVault = (taken: Iterable<string>) => {
  const names = new Set(taken);
  const byValue = new Map<string, string>();
  const next = new Map<string, number>();
  const keep = (wanted: string, value: string): string => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    let name = wanted;
    let number = next.get(wanted) ?? 2;
    for (; names.has(name); number += 1) name = `${wanted}_${number}`;
    next.set(wanted, number);
    names.add(name);
    byValue.set(value, name);
    return name;
  };
  return {
    /** The text that stands for the value. */
    reference: (wanted: string, value: string): string => `{{${keep(wanted, value)}}}`,
    secrets: (): readonly Pair[] => [...byValue].map(([value, name]) => pair(name, value)),
  };
};
export type Vault = ReturnType<typeof createVault>;

/** Whether a named value is a credential that stands there itself. */
export const isCredential = ({ name, value }: Pair): boolean => namesCredential(name) && isLiteral(value);
