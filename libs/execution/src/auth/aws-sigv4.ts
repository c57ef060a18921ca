import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { PrepareAuth } from './prepared-auth.js';

/** The label of each field, and the values it allows. */
const requiredFields = {
  accessKeyId: ['access key ID', 'the id of an access key'],
  secretAccessKey: ['secret access key', 'the secret of the access key'],
  region: ['region', 'a region such as us-east-1'],
  service: ['service', 'a service such as s3 or execute-api'],
} as const;

/** Fills in the keys; the transport signs each request, because a signature covers its bytes and the time. */
export const prepareAwsSigv4: PrepareAuth<'aws-sigv4'> = (fill, auth) => {
  const filled = {
    accessKeyId: fill(auth.accessKeyId, 'auth.accessKeyId').trim(),
    secretAccessKey: fill(auth.secretAccessKey, 'auth.secretAccessKey').trim(),
    region: fill(auth.region, 'auth.region').trim(),
    service: fill(auth.service, 'auth.service').trim(),
  };
  for (const [field, [name, what]] of Object.entries(requiredFields)) {
    if (filled[field as keyof typeof filled] !== '') continue;
    const message = `The AWS signature has no ${name}, so nothing was sent. Set auth.${field} to ${what}.`;
    return E.left(createFault('AUTH_INVALID', message, { field: `auth.${field}` }));
  }
  const token = fill(auth.sessionToken ?? '', 'auth.sessionToken').trim();
  return E.right({
    outgoing: { type: 'aws-sigv4', ...filled, ...(token === '' ? {} : { sessionToken: token }) },
  });
};
