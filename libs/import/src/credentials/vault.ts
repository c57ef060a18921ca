import { isPlainText, isRandomText, type Pair, type SecretReason } from '@tandem/core';

import { createPair } from '../value.js';

const credentialNamePattern =
  /(?:^|[^a-z])(?:pass(?:word|phrase|wd|code)?|pwd|secret|token|credentials?|api[-_ ]?key|apikey|app[-_ ]?key|auth[-_ ]?key|private[-_ ]?key|access[-_ ]?key|signing[-_ ]?key|encryption[-_ ]?key|subscription[-_ ]?key|authorization|jwt|bearer)(?:$|[^a-z])/i;

/** Separates the words of a name, so that `clientSecret` reads like `client_Secret`. */
const splitWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2');

/** Endings of names that describe a credential and do not contain it, such as `token_expiry`. */
const descriptiveEnding =
  /(?:^|[^a-z])(?:url|uri|endpoint|type|hint|name|path|expir(?:y|es|ed|ation)|expires?_(?:in|at)|ttl|id|in|at|on|count|length|policy|strength|required|enabled|disabled|status|reset|limit|label|field|placeholder|message|error|format|header|prefix|suffix|age|method|grant|scope|scheme|algorithm)$/i;

/**
 * Beginnings of names that describe a credential or name a token that grants no access. `X-Amz-Credential` contains only the
 * id of a key.
 */
const harmlessBeginning =
  /^(?:is|has|can|should|use|no|max|min|show|allow|require|forgot|reset)[-_ ]|(?:^|[-_ ])(?:page|next|prev|previous|continuation|cursor|sync|public|postman|debug)[-_ ]*(?:page[-_ ]*)?token|^x-amz-credential$/i;

/** Whether a name indicates a credential. */
const isCredentialName = (given: string): boolean => {
  const name = splitWords(given);
  return credentialNamePattern.test(name) && !descriptiveEnding.test(name) && !harmlessBeginning.test(name);
};

/** Whether the text is a complete value, without variables or template tags, and not truncated. */
const isLiteral = (text: string): boolean =>
  text.trim() !== '' && !/\{\{|\{%|(?:\.{3}|…)\s*$|^[\w.]+ (?:\|\||&&|or) [\w.]+$/.test(text);

/** Whether a value in a field for credentials, such as the token of an auth, is a real credential. */
export const isSecretValue = (value: string): boolean => isLiteral(value) && !isPlainText(value);

/** Whether a value is a credential, judging by its name and the value. */
export const isCredential = ({ name, value }: Pair): boolean =>
  isCredentialName(name) && isSecretValue(value);

/** Analytics cookies, which grant no access. */
const analyticsCookiePattern =
  /^(?:_ga(?:_\w+)?|_gid|_gat\w*|_gcl_\w+|__utm[a-z]+|_fbp|_fbc|_hj\w+|__cfduid)$/i;

const sessionCookiePattern = /sid$|sess|auth|token|jwt|csrf|xsrf|secret|remember|login|key/i;

/** Returns why a cookie grants access; undefined if it does not. */
export const findCookieReason = (name: string, value: string): SecretReason | undefined => {
  if (!isLiteral(value) || analyticsCookiePattern.test(name) || value.startsWith('/')) return undefined;
  if (sessionCookiePattern.test(name) && !isPlainText(value)) return 'name';
  return isRandomText(value) ? 'value' : undefined;
};

/**
 * Creates a store that assigns a variable name to each credential, and the same name to equal values.
 * @param isSpared whether a value stays unchanged
 */
export const createVault = (taken: Iterable<string>, isSpared: (value: string) => boolean = () => false) => {
  const names = new Set(taken);
  const byValue = new Map<string, string>();
  const reasons = new Map<string, SecretReason>();
  const next = new Map<string, number>();
  const keep = (wanted: string, value: string, why: SecretReason): string => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    let name = wanted;
    let number = next.get(wanted) ?? 2;
    for (; names.has(name); number += 1) name = `${wanted}_${number}`;
    next.set(wanted, number);
    names.add(name);
    byValue.set(value, name);
    reasons.set(name, why);
    return name;
  };
  return {
    /** Returns the text that replaces the value. */
    reference: (wanted: string, value: string, why: SecretReason = 'name'): string =>
      isSpared(value) ? value : `{{${keep(wanted, value, why)}}}`,
    isSpared,
    secrets: (): readonly Pair[] => [...byValue].map(([value, name]) => createPair(name, value)),
    reasons,
  };
};
export type Vault = ReturnType<typeof createVault>;
