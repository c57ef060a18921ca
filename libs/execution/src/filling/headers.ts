import type { ExecutionFault, HeaderList, Ports } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createFault } from '../fault.js';

/** Formats the User-Agent of requests that do not set one. */
export const formatUserAgent = ({ product }: Pick<Ports, 'product'>): string =>
  `${product.name}/${product.version}`;

const nameToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// eslint-disable-next-line no-control-regex -- a field value contains no control character except the tab (RFC 9110, section 5.5)
const badInValue = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

/** The first value of a header. Names are case-insensitive. */
export const findHeader = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** The media type of a body. Empty if no header names it. */
export const getContentType = (headers: HeaderList): string => findHeader(headers, 'content-type') ?? '';

/** Adds the headers that have a value and whose name is not in use yet. */
export const addDefaultHeaders = (
  headers: HeaderList,
  defaults: readonly (readonly [string, string | undefined])[],
): HeaderList => [
  ...headers,
  ...defaults.flatMap(([name, value]): HeaderList =>
    value === undefined || findHeader(headers, name.toLowerCase()) !== undefined ? [] : [[name, value]],
  ),
];

/** Fails with HEADER_INVALID if a name is not a token or a value contains a character that headers do not allow (RFC 9110, section 5). */
export const checkHeaders = (headers: HeaderList): E.Either<ExecutionFault, HeaderList> => {
  for (const [name, value] of headers) {
    if (!nameToken.test(name)) {
      const message = `"${name}" is not a header name. Use letters, digits and hyphens.`;
      return E.left(createFault('HEADER_INVALID', message, { name }));
    }
    if (badInValue.test(value)) {
      const message = `The header ${name} contains a character that cannot be sent (a line break, a control character or one outside Latin-1). Encode it.`;
      return E.left(createFault('HEADER_INVALID', message, { name }));
    }
  }
  return E.right(headers);
};

/** Converts headers to a record with lowercase names. Joins repeated headers with commas, `set-cookie` with line breaks. */
export const toHeaderRecord = (headers: HeaderList): Readonly<Record<string, string>> => {
  const record: Record<string, string> = {};
  for (const [key, value] of headers) {
    const name = key.toLowerCase();
    const before = Object.hasOwn(record, name) ? record[name] : undefined;
    const joined = before === undefined ? value : before + (name === 'set-cookie' ? '\n' : ', ') + value;
    Object.defineProperty(record, name, {
      value: joined,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return record;
};
