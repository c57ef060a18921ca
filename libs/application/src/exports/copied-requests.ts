import {
  type AnyRequest,
  type AppResult,
  createTurns,
  type LeftOut,
  replaceMarkersByVariables,
  type Ports,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import type { CodeLanguage } from '@tandem/execution';

import { writeCode } from '../requests/request-as-code.js';
import { writeCurl } from '../requests/request-as-curl.js';
import { copyRequestAsText, loadCopyContext } from '../requests/request-as-text.js';
import type { ExportSelection } from './export-content.js';
import type { Program } from './join-programs.js';
import { describeDeletedRequest, loadRequestsById } from './requests-by-id.js';

/** The requests as programs, and those that have none. */
interface CopiedRequests {
  readonly programs: readonly Program[];
  readonly leftOut: readonly LeftOut[];
}

/** Requests as curl commands or code, each as if copied individually, with the names of secrets. */
export const copyRequests = (
  ports: Ports,
  format: CodeLanguage | 'curl',
  selection: ExportSelection,
  requests: readonly AnyRequest[],
): AppResult<CopiedRequests> =>
  pipe(
    loadCopyContext(ports, selection),
    TE.bindTo('surroundings'),
    TE.bind('saved', ({ surroundings: { workspace } }) =>
      loadRequestsById(
        ports,
        workspace,
        requests.map(({ id }) => id),
      ),
    ),
    TE.flatMapTask(({ surroundings, saved }) => async () => {
      const write = format === 'curl' ? writeCurl : writeCode(format);
      const turns = createTurns();
      const programs: Program[] = [];
      const leftOut: LeftOut[] = [];
      for (const { id, name, folder } of requests) {
        const request = saved.get(id);
        const path = folder === '' ? name : `${folder}/${name}`;
        if (request === undefined) {
          leftOut.push(describeDeletedRequest(path));
          continue;
        }
        const { text, problem, hasScript } = await copyRequestAsText(ports, write, surroundings, request);
        if (text === null)
          leftOut.push({ place: path, what: `the request: ${problem ?? 'nothing to copy'}` });
        else programs.push({ path, text: replaceMarkersByVariables(text) });
        if (hasScript) leftOut.push({ place: path, what: 'its scripts' });
        await turns();
      }
      return { programs, leftOut };
    }),
  );
