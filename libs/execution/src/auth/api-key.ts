import { E } from '@tandem/core/fp';

import type { PrepareAuth } from './prepared-auth.js';

/** A key in a header or in the query. */
export const prepareApiKey: PrepareAuth<'api-key'> = (fill, { name, value, in: where }) => {
  const pair = [fill(name, 'auth.name'), fill(value, 'auth.value')] as const;
  return E.right(where === 'header' ? { header: pair } : { query: pair });
};
