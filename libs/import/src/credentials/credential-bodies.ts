import { type Body, isDistinctive, type MultipartPart, type Pair } from '@tandem/core';

import { isCredential, type Vault } from './vault.js';
import { pair } from '../value.js';

/** A field of a JSON object whose value is a string. */
const textField = /("((?:[\w. -]|\\u[\da-f]{4})+)"\s*:\s*)"((?:[^"\\\n]|\\.)*)"/gi;

const hide = (content: string, vault: Vault, replaces: (value: string, written: string) => boolean): string =>
  content.replace(textField, (whole, before: string, name: string, written: string) => {
    const value = parseLiteral(written);
    return value !== undefined && isCredential(pair(name, value)) && replaces(value, written)
      ? `${before}"${vault.reference(name, value)}"`
      : whole;
  });

/** The text with references to the credentials in its JSON fields. */
export const hideInText = (content: string, vault: Vault): string => hide(content, vault, () => true);

/** A description with references to the keys and tokens in its JSON examples; prose stays. */
export const hideInProse = (text: string, vault: Vault): string => hide(text, vault, isDistinctive);

/** A JSON value with references to credentials in its fields. */
export const hideInJson = <A>(value: A, vault: Vault): A => {
  const hide = (one: unknown, name: string): unknown => {
    if (typeof one === 'string')
      return isCredential(pair(name, one)) ? vault.reference(name, one) : hideInText(one, vault);
    if (Array.isArray(one)) return one.map((inner) => hide(inner, name));
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype)
      return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, hide(inner, key)]));
  };
  return hide(value, '') as A;
};

/** The same for text that is sent: variables are filled in without JSON escapes. */
const hideInSentText = (content: string, vault: Vault): string =>
  hide(content, vault, (value, written) => value === written);

/** The value of a JSON literal. */
const parseLiteral = (written: string): string | undefined => {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return undefined;
  }
};

const hideInFields = (fields: readonly Pair[], vault: Vault): readonly Pair[] =>
  fields.map((one) => (isCredential(one) ? { ...one, value: vault.reference(one.name, one.value) } : one));

const hideInPart = (part: MultipartPart, vault: Vault): MultipartPart =>
  'value' in part && isCredential(part) ? { ...part, value: vault.reference(part.name, part.value) } : part;

/** The body with references to its credentials, judging by the names of its fields. */
export const hideInBody = (body: Body, vault: Vault): Body => {
  switch (body.type) {
    case 'json':
      return { ...body, content: hideInText(body.content, vault) };
    case 'text':
      return { ...body, content: hideInSentText(body.content, vault) };
    case 'form-urlencoded':
      return { ...body, fields: hideInFields(body.fields, vault) };
    case 'multipart':
      return { ...body, parts: body.parts.map((part) => hideInPart(part, vault)) };
    case 'none':
    case 'binary':
      return body;
  }
};
