import { isPlainText, isRandomText, type Pair } from '@tandem/core';

import { pair } from '../value.js';

const credentialName =
  /(?:^|[^a-z])(?:pass(?:word|phrase|wd|code)?|pwd|secret|token|credentials?|api[-_ ]?key|apikey|app[-_ ]?key|auth[-_ ]?key|private[-_ ]?key|access[-_ ]?key|signing[-_ ]?key|encryption[-_ ]?key|subscription[-_ ]?key|authorization|jwt|bearer)(?:$|[^a-z])/i;

/** The name in words: `clientSecret` and `CLIENT_SECRET` give the same. */
const splitWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2');

/** Suffixes of names that are about a credential but are not one. */
const aboutCredentials =
  /(?:^|[^a-z])(?:url|uri|endpoint|type|hint|name|path|expir(?:y|es|ed|ation)|expires?_(?:in|at)|ttl|id|in|at|on|count|length|policy|strength|required|enabled|disabled|status|reset|limit|label|field|placeholder|message|error|format|header|prefix|suffix|age|method|grant|scope|scheme|algorithm)$/i;

/** Names that are about a credential, or of a token that grants no access. `X-Amz-Credential` is the id of a key. */
const notOpening =
  /^(?:is|has|can|should|use|no|max|min|show|allow|require|forgot|reset)[-_ ]|(?:^|[-_ ])(?:page|next|prev|previous|continuation|cursor|sync|public|postman)[-_ ]*(?:page[-_ ]*)?token|^x-amz-credential$/i;

/** Whether a value of this name may be a credential, judging by the name. */
const namesCredential = (given: string): boolean => {
  const name = splitWords(given);
  return credentialName.test(name) && !aboutCredentials.test(name) && !notOpening.test(name);
};

/** Whether the text is a complete value: not made of variables or template tags, and not truncated. */
const isLiteral = (text: string): boolean =>
  text.trim() !== '' && !/\{\{|\{%|(?:\.{3}|…)\s*$|^[\w.]+ (?:\|\||&&|or) [\w.]+$/.test(text);

/** Whether a value in a credential's place, such as an auth's token, is one. */
export const isSecretValue = (value: string): boolean => isLiteral(value) && !isPlainText(value);

/** Whether a named value is itself a credential. */
export const isCredential = ({ name, value }: Pair): boolean => namesCredential(name) && isSecretValue(value);

/** Analytics cookies, which grant no access. */
const countingName = /^(?:_ga(?:_\w+)?|_gid|_gat\w*|_gcl_\w+|__utm[a-z]+|_fbp|_fbc|_hj\w+|__cfduid)$/i;

const sessionName = /sid$|sess|auth|token|jwt|csrf|xsrf|secret|remember|login|key/i;

/** Whether a cookie grants access. */
export const isSecretCookie = (name: string, value: string): boolean =>
  isLiteral(value) &&
  !countingName.test(name) &&
  !value.startsWith('/') &&
  (isRandomText(value) || (sessionName.test(name) && !isPlainText(value)));

/**
 * Names each credential, with the same name for the same value.
 * @param isSpared which values stay unchanged
 */
export const createVault = (taken: Iterable<string>, isSpared: (value: string) => boolean = () => false) => {
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
    /** The text that replaces the value. */
    reference: (wanted: string, value: string): string =>
      isSpared(value) ? value : `{{${keep(wanted, value)}}}`,
    isSpared,
    secrets: (): readonly Pair[] => [...byValue].map(([value, name]) => pair(name, value)),
  };
};
export type Vault = ReturnType<typeof createVault>;
