import {
  type Diagnostic,
  type ExecutionCall,
  type ExecutionFault,
  getSecretVariable,
  addScheme,
} from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { prepareAuth } from '../auth/prepare-auth.js';
import type { RequestDraft } from '../request/draft.js';
import { createFault } from '../fault.js';
import { fillBody } from '../bodies/fill-body.js';
import {
  createFiller,
  fillPairs,
  formatUnresolvedUrlMessage,
  type NameSuggestions,
  noSuggestions,
} from './filler.js';
import { addDefaultHeaders } from './headers.js';
import type { Scope, Use } from './interpolate.js';
import { interpolate } from './interpolate.js';
import type { Mark } from '../origins/origins-of.js';
import { createRequestMarks, createUrlMarks } from '../origins/request-marks.js';
import {
  fillPath,
  fillQuery,
  findUnusedPathParams,
  getPathParamValues,
  listPathParamNames,
  toQueryChanges,
} from './target.js';
import type { PreparedRequest } from '../execution-state.js';

export interface Preparation {
  readonly prepared: PreparedRequest;
  readonly diagnostics: readonly Diagnostic[];
  /** The origins of the request's parts. */
  readonly marks: readonly Mark[];
}

/** Why a request cannot be filled in, and the origins of its parts as far as they are known. */
export interface PreparationFailure {
  readonly fault: ExecutionFault;
  readonly marks: readonly Mark[];
}

/** Whether a name refers to a secret without a value. */
export type HasNoSecret = (name: string) => boolean;

/** Matches the parts of a request that carry credentials. They must not be sent if their secret is missing. */
const credentialPlace = /^(?:auth\.|headers\.(?:(?:proxy-)?authorization|cookie)$)/i;

/** SECRET_EMPTY if a secret without a value is used in a credential. */
const findMissingSecret = (
  uses: ReadonlyMap<string, readonly Use[]>,
  hasNoSecret: HasNoSecret,
): ExecutionFault | undefined => {
  for (const [where, names] of uses) {
    const name = credentialPlace.test(where) ? names.find((one) => hasNoSecret(one.name))?.name : undefined;
    if (name === undefined) continue;
    const message = `The secret ${name} of ${where} has no value here, so nothing was sent. Set it in the environment, choose an environment that has it, or set ${getSecretVariable(name)} before Tandem starts.`;
    return createFault('SECRET_EMPTY', message, { name, where });
  }
  return undefined;
};

const fillUrl = (
  scope: Scope,
  near: NameSuggestions,
  url: string,
  uses: Use[] | undefined,
): E.Either<ExecutionFault, string> =>
  pipe(
    interpolate(scope)(url, uses),
    E.flatMap(({ text, unresolved }) =>
      unresolved.length === 0
        ? E.right(text)
        : E.left(
            createFault('UNRESOLVED_VARIABLE', formatUnresolvedUrlMessage(unresolved, near), {
              names: unresolved,
            }),
          ),
    ),
  );

const groupPairs = (
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, string | readonly string[]>> => {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
};

/**
 * Step 4 of an execution: fills in every `{{name}}`, inserts path and query parameters, and adds auth and the headers of the body. Reads
 * no files; a later step does. @param near suggests similar names for a name without a value @param hasNoSecret rejects credentials that
 * use a secret without a value
 */
export const prepare =
  (
    scope: Scope,
    userAgent: string,
    near: NameSuggestions = noSuggestions,
    hasNoSecret: HasNoSecret = () => false,
  ) =>
  (request: RequestDraft, input: ExecutionCall): E.Either<PreparationFailure, Preparation> => {
    const { fill, fillGrammar, diagnostics, failed, uses, usesAt } = createFiller(scope, near);
    const preparedAuth = prepareAuth(fill, request.auth);
    const withoutSecret = findMissingSecret(uses, hasNoSecret);
    if (withoutSecret) return E.left({ fault: withoutSecret, marks: [] });
    if (E.isLeft(preparedAuth)) return E.left({ fault: preparedAuth.left, marks: [] });
    const auth = preparedAuth.right;
    const url = fillUrl(scope, near, request.url, usesAt(request.url, 'url'));
    if (E.isLeft(url)) return E.left({ fault: url.left, marks: createUrlMarks(request, uses, '') });
    const given = getPathParamValues(request.pathParams, input.pathParams ?? {});
    const used = listPathParamNames(url.right).flatMap((name) => {
      const value = given.get(name);
      return value === undefined ? [] : [[name, fill(value, `pathParams.${name}`)] as const];
    });
    const target = fillPath(url.right, new Map(used));
    if (E.isLeft(target))
      return E.left({ fault: target.left, marks: createUrlMarks(request, uses, url.right) });
    const saved = fillPairs(fill, request.queryParams, 'queryParams');
    const savedUses = new Map(saved.map(([name]) => [name, uses.get(`queryParams.${name}`)?.length ?? 0]));
    const changes = toQueryChanges(input.queryParams ?? {}).map(
      ([name, values]) =>
        [fill(name, 'queryParams'), values.map((value) => fill(value, `queryParams.${name}`))] as const,
    );
    const query = fillQuery(target.right, { saved, changes, auth: auth.query ? [auth.query] : [] });
    const body = fillBody(fill, fillGrammar, request.body);
    const own = fillPairs(fill, request.headers, 'headers');
    const headers = addDefaultHeaders(own, [
      ...(auth.header ? [auth.header] : []),
      ['content-type', body.contentType],
      ['accept', body.accept],
      ['user-agent', userAgent],
    ]);
    const path = used.map(([name]) => name);
    const filled = { url: url.right, path, saved, savedUses, changes, headers: own, auth, body };
    const marks = createRequestMarks(request, input, uses, filled);
    const why = failed() ?? findMissingSecret(uses, hasNoSecret);
    if (why) return E.left({ fault: why, marks });
    const prepared: PreparedRequest = {
      method: request.method.trim(),
      url: addScheme(query.url),
      headers,
      credentials: auth.header ? [auth.header[0]] : [],
      body: body.body,
      ...(auth.token === undefined ? {} : { token: auth.token }),
      ...(auth.outgoing === undefined ? {} : { auth: auth.outgoing }),
      pathParams: Object.fromEntries(used),
      queryParams: groupPairs(query.pairs),
    };
    const unused = findUnusedPathParams(url.right, Object.keys(input.pathParams ?? {}));
    return E.right({ prepared, diagnostics: [...diagnostics, ...unused], marks });
  };
