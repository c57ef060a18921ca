import type { AppResult, Ports } from '@tandem/core';
import { struct, t } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import { toCurlArguments, quoteWord, type Word, countWordBytes } from '@tandem/execution';

import {
  copiedRequest,
  copyFacts,
  copyOptions,
  type EnvironmentChoice,
  formatRequestAsText,
  type Write,
} from './request-as-text.js';
import { operation, readEffects } from '../operation.js';

export const RequestAsCurl = struct('requests_curl arguments', copiedRequest, copyOptions);
export type RequestAsCurl = t.TypeOf<typeof RequestAsCurl>;

export const CurlCommand = struct('a request as a curl command', {
  /** The command. Null if there is none; `problem` then says why. */
  command: t.union([t.string, t.null], 'a command or null'),
  ...copyFacts,
});
export type CurlCommand = t.TypeOf<typeof CurlCommand>;

/** Maximum length of a command-line argument on Linux, minus a margin, in bytes. */
const maxArgumentBytes = 128 * 1024 - 1_024;

const formatCommand = (words: readonly Word[]): E.Either<string, string> => {
  if (words.some(({ text }) => text.includes('\0'))) {
    return E.left('A command cannot contain the character U+0000.');
  }
  if (words.some((word) => countWordBytes(word) > maxArgumentBytes)) {
    return E.left("The body is too long for a command. Send it from a file in the workspace's folder.");
  }
  return E.right(['curl', ...words.map(quoteWord)].join(' '));
};

export const writeCurl: Write = (input) => pipe(toCurlArguments(input), E.flatMap(formatCommand));

/** Writes a saved request as a curl command that sends what Send would, except that no script runs. */
export const formatRequestAsCurl = (ports: Ports) => {
  const copied = formatRequestAsText(ports, writeCurl);
  return (input: RequestAsCurl & EnvironmentChoice): AppResult<CurlCommand> =>
    pipe(
      copied(input),
      TE.map(({ text, ...facts }) => ({ command: text, ...facts })),
    );
};

/** For people only, because it can show secrets. */
export const requestsCurl = operation({
  name: 'requests_curl',
  title: 'Copy as curl',
  description: 'Returns a curl command that sends what executing the request would send.',
  audience: 'person',
  arguments: RequestAsCurl,
  result: CurlCommand,
  effects: readEffects,
  useCase: 'requests.asCurl',
  run: ({ ports }) => formatRequestAsCurl(ports),
});
