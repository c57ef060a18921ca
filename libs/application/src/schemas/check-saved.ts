import { type AppResult, type Diagnostic, type GraphqlRequest } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { OperationScope } from '../operation.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import type { CheckedGraphqlRequest } from '../requests/request-arguments.js';
import { toSchemaKey } from './stored-schemas.js';

type SchemaScope = Pick<OperationScope, 'ports' | 'schemas' | 'author'>;

/** A saved GraphQL request, and how its problems refer to the document. */
export interface SavedDocument {
  readonly request: GraphqlRequest;
  readonly where: string;
}

/**
 * Checks the documents of saved requests against the stored schemas of their servers. Finds nothing without a schema, and does not check
 * what the window saves, because the window marks problems while somebody types.
 */
export const checkSavedDocuments =
  ({ ports, schemas, author }: SchemaScope) =>
  (saved: readonly SavedDocument[]): AppResult<readonly Diagnostic[]> => {
    const [first] = saved;
    if (first === undefined || author.kind === 'window') return TE.right([]);
    return pipe(
      resolveWorkspace(ports)(first.request.workspaceId),
      TE.map((workspace) =>
        saved.map((document) => {
          const { id, url } = document.request;
          return { document, sdl: schemas.findSdl(toSchemaKey(workspace, url, id)) };
        }),
      ),
      TE.flatMap((all) =>
        pipe(
          [...new Set(all.flatMap(({ sdl }) => sdl ?? []))],
          TE.traverseSeqArray((sdl) => {
            const documents = all.filter((one) => one.sdl === sdl).map(({ document }) => document);
            return checkTogether({ ports }, sdl, documents);
          }),
        ),
      ),
      // The request is already stored, so the call must not fail if its document cannot be checked.
      TE.match(
        () => [],
        (found) => found.flat(),
      ),
      TE.fromTask,
    );
  };

const checkTogether = (
  { ports }: Pick<SchemaScope, 'ports'>,
  sdl: string,
  documents: readonly SavedDocument[],
): AppResult<readonly Diagnostic[]> =>
  pipe(
    ports.graphqlSchemas.check(
      sdl,
      documents.map(({ request }) => request.query),
    ),
    TE.map((found) =>
      found.flatMap((problems, index) =>
        problems.map(({ line, column, message }) => ({
          code: 'GRAPHQL_INVALID',
          message,
          where: `${documents[index]?.where ?? 'query'}:${line}:${column}`,
        })),
      ),
    ),
  );

/** Wraps a use case that saves a request, so that its result contains the problems of the document. */
export const reportProblems =
  <I extends readonly unknown[]>(scope: SchemaScope, save: (...input: I) => AppResult<GraphqlRequest>) =>
  (...input: I): AppResult<CheckedGraphqlRequest> =>
    pipe(
      save(...input),
      TE.bindTo('request'),
      TE.bind('diagnostics', ({ request }) => checkSavedDocuments(scope)([{ request, where: 'query' }])),
      TE.map(({ request, diagnostics }) =>
        diagnostics.length === 0 ? request : { ...request, diagnostics },
      ),
    );
