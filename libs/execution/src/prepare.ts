import type { Auth, Diagnostic, ExecutionCall, ExecutionFault, HeaderList } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { base64 } from './base64.js';
import type { RequestDraft } from './draft.js';
import { fault } from './fault.js';
import { fillBody } from './fill-body.js';
import { type Fill, filler, fillPairs } from './filler.js';
import { headerOf } from './headers.js';
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

const unsupported = (name: string): ExecutionFault =>
  fault(
    'AUTH_UNSUPPORTED',
    `The auth "${name}" is not supported yet, so nothing was sent. Set another auth for the request, or none to send it without.`,
    { name },
  );

/** The header or query parameter that an auth method adds. */
const fillAuth = (
  fill: Fill,
  auth: Auth,
): { readonly header?: [string, string]; readonly query?: [string, string] } => {
  switch (auth.type) {
    case 'none':
    case 'inherit':
    case 'unsupported':
      return {};
    case 'basic': {
      const pair = `${fill(auth.username, 'auth.username')}:${fill(auth.password, 'auth.password')}`;
      return { header: ['authorization', `Basic ${base64(new TextEncoder().encode(pair))}`] };
    }
    case 'bearer':
      return { header: ['authorization', `Bearer ${fill(auth.token, 'auth.token')}`] };
    case 'api-key': {
      const pair: [string, string] = [fill(auth.name, 'auth.name'), fill(auth.value, 'auth.value')];
      return auth.in === 'header' ? { header: pair } : { query: pair };
    }
  }
};

const withDefaults = (
  headers: HeaderList,
  defaults: readonly (readonly [string, string | undefined])[],
): HeaderList => [
  ...headers,
  ...defaults.flatMap(([name, value]): HeaderList =>
    value === undefined || headerOf(headers, name.toLowerCase()) !== undefined ? [] : [[name, value]],
  ),
];

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
    if (request.auth.type === 'unsupported') return E.left(unsupported(request.auth.name));
    const { fill, fillJson, diagnostics, failed } = filler(scope);
    const url = fillUrl(scope, request.url);
    if (E.isLeft(url)) return url;
    const given = pathParamValues(request.pathParams, input.pathParams ?? {});
    const used = pathParamNames(url.right).flatMap((name) => {
      const value = given.get(name);
      return value === undefined ? [] : [[name, fill(value, `pathParams.${name}`)] as const];
    });
    const target = fillPath(url.right, new Map(used));
    if (E.isLeft(target)) return target;
    const auth = fillAuth(fill, request.auth);
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
      pathParams: Object.fromEntries(used),
      queryParams: grouped(query.pairs),
    };
    return E.right({ prepared, diagnostics });
  };
