import type { Pair } from '@tandem/core';
import { type CurlFields as Read, readCurl as read } from '@tandem/core/curl';

import { setUrlText } from '../requests/url/url-query.js';

/** The fields of a request that a curl command fills. */
export interface CurlFields extends Read {
  readonly queryParams: readonly Pair[];
}

/** What a command is as a request, with what to know about it; or why it is none. */
export type CurlReading =
  { readonly fields: CurlFields; readonly notes: readonly string[] } | { readonly problem: string };

/** Reads a curl command as the request that it sends, with its query as a table. */
export const readCurl = (text: string): CurlReading => {
  const reading = read(text);
  if ('problem' in reading) return reading;
  const { fields, notes } = reading;
  return { fields: { ...fields, ...setUrlText({ url: '', queryParams: [] }, fields.url) }, notes };
};
