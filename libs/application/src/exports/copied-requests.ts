import {
  type AppResult,
  type AnyRequest,
  type LeftOut,
  markersAsVariables,
  type Ports,
  type RequestId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import type { CodeLanguage } from '@tandem/execution';

import { requestAsCode } from '../usecases/request-as-code.js';
import { requestAsCurl } from '../usecases/request-as-curl.js';
import type { ExportSelection } from './export-content.js';
import type { Program } from './join-programs.js';

/** The requests as programs, and which have none. */
interface CopiedRequests {
  readonly programs: readonly Program[];
  readonly leftOut: readonly LeftOut[];
}

interface Copied {
  readonly text: string | null;
  readonly problem: string | null;
  readonly hasScript: boolean;
}

const copy = (
  ports: Ports,
  format: CodeLanguage | 'curl',
  id: RequestId,
  { workspaceId, environment }: ExportSelection,
): AppResult<Copied> => {
  const input = {
    id,
    ...(workspaceId === undefined ? {} : { workspaceId }),
    ...(environment === undefined ? {} : { environment }),
  };
  return format === 'curl'
    ? pipe(
        requestAsCurl(ports)(input),
        TE.map(({ command, ...facts }) => ({ text: command, ...facts })),
      )
    : pipe(
        requestAsCode(ports)({ ...input, language: format }),
        TE.map(({ code, ...facts }) => ({ text: code, ...facts })),
      );
};

/** Requests as curl commands or code, as they are copied one by one, with the names of secrets. */
export const copiedRequests = (
  ports: Ports,
  format: CodeLanguage | 'curl',
  selection: ExportSelection,
  requests: readonly AnyRequest[],
): AppResult<CopiedRequests> =>
  pipe(
    requests,
    TE.traverseSeqArray(({ id, name, folder }) =>
      pipe(
        copy(ports, format, id as RequestId, selection),
        TE.map((copied) => ({ ...copied, path: folder === '' ? name : `${folder}/${name}` })),
      ),
    ),
    TE.map((all) => ({
      programs: all.flatMap(({ text, path }) =>
        text === null ? [] : [{ path, text: markersAsVariables(text) }],
      ),
      leftOut: all.flatMap(({ text, problem, hasScript, path }) => [
        ...(text === null ? [{ place: path, what: `the request: ${problem ?? 'nothing to copy'}` }] : []),
        ...(hasScript ? [{ place: path, what: 'its scripts' }] : []),
      ]),
    })),
  );
