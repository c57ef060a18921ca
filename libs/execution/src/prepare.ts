import type { Diagnostic, ExecutionCall, ExecutionFault } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { prepareAuth } from './auth/prepare-auth.js';
import type { RequestDraft } from './draft.js';
import { fault } from './fault.js';
import { fillBody } from './fill-body.js';
import { filler, fillPairs } from './filler.js';
import { withDefaults } from './headers.js';
import type { Scope } from './interpolate.js';
import { interpolate } from './interpolate.js';
import { fillQuery, queryChanges } from './query.js';
import type { Prepared } from './run.js';
import { fillPath, pathParamNames, pathParamValues } from './target.js';

export interface Preparation {
  readonly prepared: Prepared;
  readonly diagnostics: readonly Diagnostic[];
}

const fillUrl = (scope: Scope, url: string): E.Either<ExecutionFault, string> =>
  pipe(
    interpolate(scope)(url),
    E.flatMap(({ text, unresolved }) => {
      if (unresolved.length === 0) return E.right(text);
      const names = unresolved.map((name) => `{{${name}}}`).join(', ');
      const message = `The URL contains ${names}, which has no value. Set it in the environment or pass it in variables.`;
      return E.left(fault('UNRESOLVED_VARIABLE', message, { names: unresolved }));
    }),
  );

const grouped = (
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, string | readonly string[]>> => {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
};

/**
 * Step 4 of an execution: fills in every `{{name}}`, inserts path and query parameters, and adds auth and the headers of the
 * body. Pure; files are read later.
 */
export const prepare =
  (scope: Scope, userAgent: string) =>
  (request: RequestDraft, input: ExecutionCall): E.Either<ExecutionFault, Preparation> => {
    const { fill, fillJson, diagnostics, failed } = filler(scope);
    const preparedAuth = prepareAuth(fill, request.auth);
    if (E.isLeft(preparedAuth)) return preparedAuth;
    const auth = preparedAuth.right;
    const url = fillUrl(scope, request.url);
    if (E.isLeft(url)) return url;
    const given = pathParamValues(request.pathParams, input.pathParams ?? {});
    const used = pathParamNames(url.right).flatMap((name) => {
      const value = given.get(name);
      return value === undefined ? [] : [[name, fill(value, `pathParams.${name}`)] as const];
    });
    const target = fillPath(url.right, new Map(used));
    if (E.isLeft(target)) return target;
    const query = fillQuery(target.right, {
      saved: fillPairs(fill, request.queryParams, 'queryParams'),
      changes: queryChanges(input.queryParams ?? {}).map(([name, values]) => [
        fill(name, 'queryParams'),
        values.map((value) => fill(value, `queryParams.${name}`)),
      ]),
      auth: auth.query ? [auth.query] : [],
    });
    const { body, contentType, accept } = fillBody(fill, fillJson, request.body);
    const headers = withDefaults(fillPairs(fill, request.headers, 'headers'), [
      ...(auth.header ? [auth.header] : []),
      ['content-type', contentType],
      ['accept', accept],
      ['user-agent', userAgent],
    ]);
    const fault = failed();
    if (fault) return E.left(fault);
    const prepared: Prepared = {
      method: request.method.trim(),
      url: query.url,
      headers,
      credentials: auth.header ? [auth.header[0]] : [],
      body,
      ...(auth.token === undefined ? {} : { token: auth.token }),
      ...(auth.outgoing === undefined ? {} : { auth: auth.outgoing }),
      pathParams: Object.fromEntries(used),
      queryParams: grouped(query.pairs),
    };
    return E.right({ prepared, diagnostics });
  };
