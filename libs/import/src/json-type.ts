import type { Body, Pair } from '@tandem/core';

import { pair } from './value.js';

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
