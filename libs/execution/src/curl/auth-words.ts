import type { OutgoingAuth } from '@tandem/core';

import type { Word } from './shell-word.js';

const text = (...words: readonly string[]): readonly Word[] => words.map((one) => ({ text: one }));

/** The options for an auth of each kind. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: (
    auth: Extract<OutgoingAuth, { readonly type: K }>,
  ) => readonly Word[];
} = {
  'aws-sigv4': ({ accessKeyId, secretAccessKey, sessionToken, region, service }) => [
    ...text('--aws-sigv4', `aws:amz:${region}:${service}`, '--user', `${accessKeyId}:${secretAccessKey}`),
    ...(sessionToken === undefined ? [] : text('--header', `X-Amz-Security-Token: ${sessionToken}`)),
  ],
};

/** The options for an auth that curl applies itself. */
export const authWords = (auth: OutgoingAuth | undefined): readonly Word[] =>
  auth === undefined ? [] : kinds[auth.type](auth);
