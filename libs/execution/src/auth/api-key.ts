import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { PrepareAuth } from './prepared-auth.js';

/** An API key in a header or in the query. */
export const prepareApiKey: PrepareAuth<'api-key'> = (fill, { name, value, in: where }) => {
  const pair = [fill(name, 'auth.name'), fill(value, 'auth.value')] as const;
  if (pair[0].trim() === '') {
    const message = 'The API key has no name, so nothing was sent. Set auth.name, for example to X-API-Key.';
    return E.left(createFault('AUTH_INVALID', message, { field: 'auth.name' }));
  }
  return E.right(where === 'header' ? { header: pair } : { query: pair });
};
