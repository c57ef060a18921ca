import {
  type Diagnostic,
  type ExecutionCall,
  type ExecutionFault,
  getSecretVariable,
  addScheme,
} from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { type PreparedAuth, prepareAuth } from '../auth/prepare-auth.js';
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
import type { Scope, VariableUse } from './interpolate.js';
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
  /** The sources of the parts of the request. */
  readonly marks: readonly Mark[];
}

/** Why a request cannot be filled in, and where its parts come from as far as that is known. */
export interface PreparationFailure {
  readonly fault: ExecutionFault;
  readonly marks: readonly Mark[];
}

/** Whether a name refers to a secret without a value. */
export type HasNoSecret = (name: string) => boolean;

/** Fails with SECRET_EMPTY if a part of the request uses a secret without a value. An empty value would fail for a reason that nobody sees. */
const findMissingSecret = (
  uses: ReadonlyMap<string, readonly VariableUse[]>,
  hasNoSecret: HasNoSecret,
  { environments }: NameSuggestions,
): ExecutionFault | undefined => {
  for (const [where, names] of uses) {
    const name = names.find((one) => hasNoSecret(one.name))?.name;
    if (name === undefined) continue;
    const others = environments(name)
      .slice(0, 3)
      .map((one) => `“${one}”`);
    const choice =
      others.length === 0
        ? 'Set it in the environment, choose an environment that has it,'
        : `Choose the environment ${others.join(' or ')}, which has it, set it in this one,`;
    const message = `The secret ${name} of ${where} has no value here, so nothing was sent. ${choice} or set ${getSecretVariable(name)} before Tandem starts.`;
    return createFault('SECRET_EMPTY', message, { name, where });
  }
  return undefined;
};

const fillUrl = (
  scope: Scope,
  near: NameSuggestions,
  url: string,
  uses: VariableUse[] | undefined,
): E.Either<ExecutionFault, string> =>
  pipe(
    interpolate(scope)(url, uses),
    E.flatMap(({ text, unresolved }) =>
      unresolved.length === 0
        ? E.right(text)
        : E.left(
            createFault('UNRESOLVED_VARIABLE', formatUnresolvedUrlMessage(unresolved, near, scope), {
              names: unresolved,
            }),
          ),
    ),
  );

const groupPairs = (
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, string | readonly string[]>> => {
  const groups = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const before = groups.get(name);
    groups.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(groups);
};

/** A request that is being filled in. */
interface FillInput {
  readonly filler: ReturnType<typeof createFiller>;
  readonly request: RequestDraft;
  readonly input: ExecutionCall;
}

/** The parts of a request that are filled in first, because an error in one of them ends the step. */
interface FilledTarget {
  readonly auth: PreparedAuth;
  readonly url: string;
  readonly pathParams: readonly (readonly [name: string, value: string])[];
  /** The URL with its path parameters filled in. */
  readonly target: string;
}

const fillPathParams = (
  { filler: { fill, uses }, request, input }: FillInput,
  url: string,
): E.Either<PreparationFailure, Pick<FilledTarget, 'pathParams' | 'target'>> => {
  const values = getPathParamValues(request.pathParams, input.pathParams ?? {});
  const pathParams = listPathParamNames(url).flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, fill(value, `pathParams.${name}`)] as const];
  });
  return pipe(
    fillPath(url, new Map(pathParams)),
    E.bimap(
      (fault) => ({ fault, marks: createUrlMarks(request, uses, url) }),
      (target) => ({ pathParams, target }),
    ),
  );
};

const fillQueryParams = (
  { filler: { fill, uses }, request, input }: FillInput,
  { target, auth }: Pick<FilledTarget, 'target' | 'auth'>,
) => {
  const saved = fillPairs(fill, request.queryParams, 'queryParams');
  const savedUses = new Map(saved.map(([name]) => [name, uses.get(`queryParams.${name}`)?.length ?? 0]));
  const changes = toQueryChanges(input.queryParams ?? {}).map(
    ([name, values]) =>
      [fill(name, 'queryParams'), values.map((value) => fill(value, `queryParams.${name}`))] as const,
  );
  const query = fillQuery(target, { saved, changes, auth: auth.query ? [auth.query] : [] });
  return { saved, savedUses, changes, query };
};

/** Fills in the remaining parts. If one of them fails, still collects where all parts come from. */
const fillRequest =
  (filling: FillInput, userAgent: string, findMissing: () => ExecutionFault | undefined) =>
  ({ auth, url, pathParams, target }: FilledTarget): E.Either<PreparationFailure, Preparation> => {
    const { filler, request, input } = filling;
    const { fill, fillGrammar, diagnostics, failed, uses } = filler;
    const { query, ...queryParams } = fillQueryParams(filling, { target, auth });
    const body = fillBody(fill, fillGrammar, request.body);
    const own = fillPairs(fill, request.headers, 'headers');
    const headers = addDefaultHeaders(own, [
      ...(auth.header ? [auth.header] : []),
      ['content-type', body.contentType],
      ['accept', body.accept],
      ['user-agent', userAgent],
    ]);
    const path = pathParams.map(([name]) => name);
    const filled = { url, path, ...queryParams, headers: own, auth, body };
    const marks = createRequestMarks(request, input, uses, filled);
    const fault = failed() ?? findMissing();
    if (fault !== undefined) return E.left({ fault, marks });
    const prepared: PreparedRequest = {
      method: request.method.trim(),
      url: addScheme(query.url),
      headers,
      credentials: auth.header ? [auth.header[0]] : [],
      body: body.body,
      ...(auth.token === undefined ? {} : { token: auth.token }),
      ...(auth.outgoing === undefined ? {} : { auth: auth.outgoing }),
      pathParams: Object.fromEntries(pathParams),
      queryParams: groupPairs(query.pairs),
    };
    const unused = findUnusedPathParams(url, Object.keys(input.pathParams ?? {}));
    return E.right({ prepared, diagnostics: [...diagnostics, ...unused], marks });
  };

/**
 * Step 4 of an execution: fills in every `{{name}}`, inserts the path and query parameters, and adds the auth and the headers that the body
 * needs. Does not read files, which a later step does.
 * @param near suggests similar names for a name without a value
 * @param hasNoSecret tells that a name is a secret without a value, which nothing must use
 */
export const prepare =
  (
    scope: Scope,
    userAgent: string,
    near: NameSuggestions = noSuggestions,
    hasNoSecret: HasNoSecret = () => false,
  ) =>
  (request: RequestDraft, input: ExecutionCall): E.Either<PreparationFailure, Preparation> => {
    const filling = { filler: createFiller(scope, near), request, input };
    const { fill, uses, usesAt } = filling.filler;
    const findMissing = (): ExecutionFault | undefined => findMissingSecret(uses, hasNoSecret, near);
    const auth = prepareAuth(fill, request.auth);
    const missing = findMissing();
    return pipe(
      missing === undefined ? auth : E.left(missing),
      E.bimap(
        (fault): PreparationFailure => ({ fault, marks: [] }),
        (auth) => ({ auth }),
      ),
      E.bind('url', () =>
        pipe(
          fillUrl(scope, near, request.url, usesAt(request.url, 'url')),
          E.mapLeft((fault) => ({ fault: findMissing() ?? fault, marks: createUrlMarks(request, uses, '') })),
        ),
      ),
      E.bind('path', ({ url }) =>
        pipe(
          fillPathParams(filling, url),
          E.mapLeft(({ fault, marks }) => ({ fault: findMissing() ?? fault, marks })),
        ),
      ),
      E.map(({ path, ...filled }) => ({ ...filled, ...path })),
      E.flatMap(fillRequest(filling, userAgent, findMissing)),
    );
  };
