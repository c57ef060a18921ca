import { type Body, type Pair, toTypedText, type Variable } from '@tandem/core';
import { isFields, toText } from '@tandem/core/document';

export {
  type Fields,
  getFields,
  isFields,
  isTrue,
  getList,
  getObjects,
  removeEmptyFields,
  getText,
  toText,
} from '@tandem/core/document';

export const createPair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

/** Creates a variable with the type of its value; a missing value is the empty string. */
export const createVariable = (name: string, value: unknown, enabled = true): Variable => {
  const isText = value === undefined || value === null || value instanceof Date;
  return { ...createPair(name, '', enabled), ...(isText ? { value: toText(value) } : toTypedText(value)) };
};

/** Whether the media type of a JSON body differs from the default of JSON bodies. */
export const hasOwnJsonType = ({ type: kind }: Body, type: string): boolean =>
  kind === 'json' && type !== '' && !/^application\/json$/i.test(type.trim());

/** Returns a media type that can be sent; empty for a range such as `*\/*` (RFC 9110, section 8.3). */
export const toSendableType = (type: string): string => (type.includes('*') ? '' : type);

const isContentType = ({ name }: Pair): boolean => name.toLowerCase() === 'content-type';

/** Selects the headers to send with a body: the Content-Type is removed if the body sets it, and added if it does not. */
export const selectBodyHeaders = (body: Body, type: string, headers: readonly Pair[]): readonly Pair[] => {
  if (body.type === 'none' || body.type === 'binary') return headers;
  const others = headers.filter((one) => !isContentType(one));
  if (!hasOwnJsonType(body, type)) return others;
  return headers.some(isContentType) ? headers : [...others, createPair('Content-Type', type)];
};

/** Names the files that a certificate consists of, in parentheses; empty if the document names none. */
export const formatCertificateFiles = (files: readonly unknown[]): string => {
  const named = files.map(toText).filter((file) => file !== '');
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
};

/** Turns a script of another tool into line comments below a title, so that a person can rewrite it. */
export const commentOutScript = (title: string, script: string): string =>
  [`${title}, which does not run here:`, ...script.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)]
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
    .concat('\n');

const changeTextsIn = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changeTextsIn(one, change));
  if (!isFields(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changeTextsIn(one, change)]));
};

/** Changes all texts in a value, but not the keys of its objects. The change must keep the texts valid. */
export const changeTexts = <A extends object>(value: A, change: (text: string) => string): A =>
  changeTextsIn(value, change) as A;
