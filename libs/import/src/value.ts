import { type Body, type Pair, toTypedText, type Variable } from '@tandem/core';
import { toText } from '@tandem/core/document';

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

export const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

/** A variable with the type of its value; a missing value is the empty string. */
export const createVariable = (name: string, value: unknown, enabled = true): Variable => {
  const isText = value === undefined || value === null || value instanceof Date;
  return { ...pair(name, '', enabled), ...(isText ? { value: toText(value) } : toTypedText(value)) };
};

/** Whether a JSON body has another media type than JSON bodies set themselves. */
export const hasOwnJsonType = ({ type: kind }: Body, type: string): boolean =>
  kind === 'json' && type !== '' && !/^application\/json$/i.test(type.trim());

/** A media type that can be sent; empty for a range such as `*\/*`, which is not one (RFC 9110, section 8.3). */
export const toSendableType = (type: string): string => (type.includes('*') ? '' : type);

const isType = ({ name }: Pair): boolean => name.toLowerCase() === 'content-type';

/** The headers beside a body: without the media type that the body sets itself, and with one that it does not. */
export const selectHeadersBeside = (body: Body, type: string, headers: readonly Pair[]): readonly Pair[] => {
  if (body.type === 'none' || body.type === 'binary') return headers;
  const others = headers.filter((one) => !isType(one));
  if (!hasOwnJsonType(body, type)) return others;
  return headers.some(isType) ? headers : [...others, pair('Content-Type', type)];
};

/** A script of another tool as line comments below a title; it is kept to be rewritten. */
export const commentOutScript = (title: string, script: string): string =>
  [`${title}, which does not run here:`, ...script.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)]
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
