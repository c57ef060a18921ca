import type { Pair } from '@tandem/core';
import { type CurlFields as Read, readCurl as read } from '@tandem/core/curl';

import { setUrlText } from '../requests/url/url-query.js';

/** The request fields that a curl command sets. */
export interface CurlFields extends Read {
  readonly queryParams: readonly Pair[];
}

/** The request fields for a curl command with remarks, or the reason why it cannot be parsed. */
export type CurlReading =
  { readonly fields: CurlFields; readonly notes: readonly string[] } | { readonly problem: string };

/** Parses a curl command into the request that it sends. The query parameters become rows of the table. */
export const readCurl = (text: string): CurlReading => {
  const reading = read(text);
  if ('problem' in reading) return reading;
  const { fields, notes } = reading;
  return { fields: { ...fields, ...setUrlText({ url: '', queryParams: [] }, fields.url) }, notes };
};
