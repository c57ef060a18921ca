import { createHash } from 'node:crypto';

import type { AuthOf } from '@tandem/core';
import aws4 from 'aws4';

import { toHeaderPairs, type Wire } from '../request/outgoing.js';
import { UnsendableError } from '../errors.js';

/** The fields of a request by lowercase name. Joins the values of a repeated field (RFC 9110, section 5.3). */
const joinFields = (headers: readonly string[]): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const [name, value] of toHeaderPairs(headers)) {
    const before = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), before === undefined ? value.trim() : `${before},${value.trim()}`);
  }
  return fields;
};

const getHash = (body: Wire['body']): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('hex');

/** @throws UnsendableError if the path cannot be decoded, as the signature for S3 requires */
const createAuthHeader = (signer: { readonly authHeader: () => string }, path: string): string => {
  try {
    return signer.authHeader();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    const message = `The path "${path}" has a % that encodes nothing, so it cannot be signed for AWS. Write %25 for a percent sign.`;
    throw new UnsendableError({ code: 'URL_INVALID', message, details: { path } });
  }
};

/** Creates the header fields by which a request is signed with AWS Signature Version 4. */
export const createAwsHeaders = (
  { method, path, origin, headers, body }: Wire,
  { accessKeyId, secretAccessKey, sessionToken, region, service }: AuthOf<'aws-sigv4'>,
  now: Date,
): readonly (readonly [string, string])[] => {
  const fields = joinFields(headers);
  if (!fields.has('host')) fields.set('host', new URL(origin).host);
  const added: (readonly [string, string])[] = [];
  const add = (name: string, value: string): void => {
    if (fields.has(name)) return;
    fields.set(name, value);
    added.push([name, value]);
  };
  const date = fields.get('x-amz-date') ?? now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  add('x-amz-date', date);
  if (sessionToken !== undefined) add('x-amz-security-token', sessionToken);
  if (service === 's3') add('x-amz-content-sha256', getHash(body));
  const signer = new aws4.RequestSigner(
    {
      method,
      path,
      region,
      service,
      headers: Object.fromEntries(fields),
      body: Buffer.from(body ?? ''),
      doNotModifyHeaders: true,
    },
    { accessKeyId, secretAccessKey },
  );
  signer.datetime = date;
  return [...added, ['authorization', createAuthHeader(signer, path)]];
};
