import type { AppResult } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import { type CodeLanguage, codeLanguages, generateCode, toPlainRequest } from '@tandem/execution';

import {
  copiedRequest,
  copyFacts,
  copyOptions,
  type EnvironmentChoice,
  formatRequestAsText,
  type Write,
} from './request-as-text.js';
import { operation, readEffects } from '../operation.js';

const Language = t.keyof(
  Object.fromEntries(codeLanguages.map((one) => [one, null])) as Readonly<Record<CodeLanguage, null>>,
  `one of ${codeLanguages.join(', ')}`,
);

export const RequestAsCode = struct(
  'requests_code arguments',
  { ...copiedRequest, language: withDescription(Language, 'The language, by the client that its code uses') },
  copyOptions,
);
export type RequestAsCode = t.TypeOf<typeof RequestAsCode>;

export const RequestCode = struct('a request as code', {
  /** The code. Null if there is none; `problem` then says why. */
  code: t.union([t.string, t.null], 'code or null'),
  ...copyFacts,
});
export type RequestCode = t.TypeOf<typeof RequestCode>;

export const writeCode =
  (language: CodeLanguage): Write =>
  (filled) =>
    pipe(
      toPlainRequest(filled),
      E.flatMap((request) => generateCode(language, request)),
    );

/** Writes a saved request as code that sends what Send would, except that no script runs. For people only, because it can show secrets. */
export const requestsCode = operation({
  name: 'requests_code',
  title: 'Copy as code',
  description: 'Returns code of a language that sends what executing the request would send.',
  audience: 'person',
  arguments: RequestAsCode,
  result: RequestCode,
  effects: readEffects,
  useCase: 'requests.asCode',
  run:
    ({ ports }) =>
    ({ language, ...input }: RequestAsCode & EnvironmentChoice): AppResult<RequestCode> =>
      pipe(
        formatRequestAsText(ports, writeCode(language))(input),
        TE.map(({ text, ...facts }) => ({ code: text, ...facts })),
      ),
});
