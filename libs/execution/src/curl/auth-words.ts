import type { OutgoingAuth } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Word } from './shell-word.js';

const toWords = (...words: readonly string[]): readonly Word[] => words.map((one) => ({ text: one }));

/** The arguments of a command, or why curl cannot send the request. */
type CurlArguments = E.Either<string, readonly Word[]>;

/** The curl options for each kind of auth. */
const kinds: {
  readonly [K in OutgoingAuth['type']]: (auth: Extract<OutgoingAuth, { readonly type: K }>) => CurlArguments;
} = {
  digest: ({ username, password }) => E.right(toWords('--digest', '--user', `${username}:${password}`)),
  ntlm: ({ username, password, domain }) =>
    E.right(
      toWords('--ntlm', '--user', `${domain === undefined ? '' : `${domain}\\`}${username}:${password}`),
    ),
  wsse: () => E.left('curl cannot send a WSSE token, which is made anew for each request.'),
  oauth1: () => E.left('curl cannot sign a request with OAuth 1.0.'),
  'aws-sigv4': ({ accessKeyId, secretAccessKey, sessionToken, region, service }) =>
    E.right([
      ...toWords(
        '--aws-sigv4',
        `aws:amz:${region}:${service}`,
        '--user',
        `${accessKeyId}:${secretAccessKey}`,
      ),
      ...(sessionToken === undefined ? [] : toWords('--header', `X-Amz-Security-Token: ${sessionToken}`)),
    ]),
};

/** The arguments for an auth that curl itself applies. */
export const toAuthArguments = (auth: OutgoingAuth | undefined): CurlArguments =>
  auth === undefined ? E.right([]) : (kinds[auth.type] as (auth: OutgoingAuth) => CurlArguments)(auth);
