import { filterEnabledPairs, type ExecutionCall, getAuthHeader } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import type { PreparedAuth } from '../auth/prepare-auth.js';
import { getTokenLocation } from '../auth/token-auth.js';
import type { RequestDraft } from '../request/draft.js';
import type { FilledBody } from '../bodies/fill-body.js';
import { findHeader } from '../filling/headers.js';
import type { VariableUse } from '../filling/interpolate.js';
import { parseQueryPieces, type QueryChange, type QueryPair } from '../filling/target.js';
import { createOrigin, formatSource, type Mark } from './origins-of.js';

/** For each text of the request, the names that were looked up. */
export type Uses = ReadonlyMap<string, readonly VariableUse[]>;

/** The names that were looked up for the texts whose part begins with this prefix. */
const findUsesWithin = (uses: Uses, prefix: string): readonly VariableUse[] =>
  [...uses].flatMap(([where, some]) => (where.startsWith(prefix) ? some : []));

/** The part of the request that an auth adds when the request is sent: its token, or what the transport adds. */
const findAuthLocation = ({ token, outgoing }: PreparedAuth): string | undefined => {
  if (token !== undefined) return getTokenLocation(token);
  const header = outgoing && getAuthHeader(outgoing);
  return header === undefined ? undefined : `headers.${header}`;
};

/** Marks the parts that the auth adds, with where the auth comes from. */
export const createAuthMarks = (
  { auth, authFrom = null }: RequestDraft,
  uses: Uses,
  location: string,
): readonly Mark[] => {
  const origin = createOrigin(`auth:${auth.type}`);
  const used = findUsesWithin(uses, 'auth.');
  return authFrom === null
    ? [{ location, origin, uses: used }]
    : [
        { location, origin },
        { location, origin: createOrigin(formatSource(authFrom)), uses: used },
      ];
};

/** Marks the URL and the parameters in it. */
export const createUrlMarks = (
  { by }: RequestDraft,
  uses: Uses,
  url: string,
  replaced: ReadonlySet<string> = new Set(),
): readonly Mark[] => {
  const origin = createOrigin(by?.url ?? 'request');
  const used = uses.get('url') ?? [];
  const pieces = parseQueryPieces(url);
  const isIn = ({ at }: VariableUse) => pieces.find(({ from, to }) => at >= from && at < to);
  const inQuery = pieces.flatMap((piece): readonly Mark[] =>
    piece.name === undefined || replaced.has(piece.name)
      ? []
      : [{ location: `query.${piece.name}`, origin, uses: used.filter((use) => isIn(use) === piece) }],
  );
  return [{ location: 'url', origin, uses: used.filter((use) => isIn(use) === undefined) }, ...inQuery];
};

/** A request with its parts filled in. */
export interface FilledRequest {
  readonly url: string;
  readonly path: readonly string[];
  readonly saved: readonly QueryPair[];
  /** How many names were looked up for each saved query parameter. */
  readonly savedUses: ReadonlyMap<string, number>;
  readonly changes: readonly QueryChange[];
  readonly headers: readonly (readonly [string, string])[];
  readonly auth: PreparedAuth;
  readonly body: FilledBody;
}

type MarkInput = Pick<ExecutionCall, 'pathParams'>;

const createPathMarks = (
  { pathParams }: RequestDraft,
  { pathParams: callParams = {} }: MarkInput,
  uses: Uses,
  names: readonly string[],
): readonly Mark[] =>
  names.map((name) => {
    const isSaved = filterEnabledPairs(pathParams).some((one) => one.name === name);
    const origin = Object.hasOwn(callParams, name)
      ? createOrigin('call', isSaved ? ['request'] : [])
      : createOrigin('request');
    return { location: `path.${name}`, origin, uses: uses.get(`pathParams.${name}`) };
  });

const createQueryMarks = (
  request: RequestDraft,
  uses: Uses,
  { url, saved, savedUses, changes, auth }: FilledRequest,
): readonly Mark[] => {
  const enabled = filterEnabledPairs(request.queryParams);
  const replaced = new Set(changes.map(([name]) => name));
  const had = new Set([...saved.map(([name]) => name), ...parseQueryPieces(url).map(({ name }) => name)]);
  return [
    ...createUrlMarks(request, uses, url, replaced),
    ...saved.flatMap(([name], index): readonly Mark[] =>
      replaced.has(name)
        ? []
        : [
            {
              location: `query.${name}`,
              origin: createOrigin(enabled[index]?.by ?? 'request'),
              uses: uses.get(`queryParams.${name}`),
            },
          ],
    ),
    ...changes.flatMap(([name, values]): readonly Mark[] =>
      values.length === 0
        ? []
        : [
            {
              location: `query.${name}`,
              origin: createOrigin('call', had.has(name) ? ['request'] : []),
              uses: uses.get(`queryParams.${name}`)?.slice(savedUses.get(name) ?? 0),
            },
          ],
    ),
    ...(auth.query ? createAuthMarks(request, uses, `query.${auth.query[0]}`) : []),
  ];
};

const createHeaderMarks = (
  request: RequestDraft,
  uses: Uses,
  { headers, auth, body }: FilledRequest,
): readonly Mark[] => {
  const enabled = filterEnabledPairs(request.headers);
  const own = headers.map(([name], index): Mark => {
    const { from = null, over = [], by } = enabled[index] ?? {};
    const location = `headers.${name.toLowerCase()}`;
    const isAuth =
      auth.header?.[0].toLowerCase() === name.toLowerCase() || findAuthLocation(auth) === location;
    const shadowed = [...over.map(formatSource), ...(isAuth ? [`auth:${request.auth.type}`] : [])];
    return {
      location,
      origin: createOrigin(by ?? formatSource(from), shadowed),
      uses: uses.get(`headers.${name}`),
    };
  });
  const isMissing = (name: string): boolean => findHeader(headers, name) === undefined;
  const typed =
    request.body.type === 'text' || request.body.type === 'binary' ? request.body.contentType : undefined;
  return [
    ...own,
    ...(auth.header && isMissing(auth.header[0].toLowerCase())
      ? createAuthMarks(request, uses, `headers.${auth.header[0].toLowerCase()}`)
      : []),
    ...(body.contentType !== undefined && isMissing('content-type')
      ? [
          {
            location: 'headers.content-type',
            origin: createOrigin(typed === undefined ? 'default' : 'request'),
            uses: uses.get('body.contentType'),
          },
        ]
      : []),
    ...(body.accept !== undefined && isMissing('accept')
      ? [{ location: 'headers.accept', origin: createOrigin('default') }]
      : []),
    ...(isMissing('user-agent') ? [{ location: 'headers.user-agent', origin: createOrigin('default') }] : []),
  ];
};

const createFieldMarks = (uses: Uses, names: readonly string[], from: string): readonly Mark[] =>
  names.map((name) => ({
    location: `body.${name}`,
    origin: createOrigin(from),
    uses: uses.get(`body.${name}`),
  }));

/** The names of the variables in a GraphQL body. Undefined if they are known only once the body is filled in. */
const listVariableNames = ({ variables, overrides }: Extract<RequestDraft['body'], { type: 'graphql' }>) =>
  [variables, overrides ?? {}].flatMap((one) => (typeof one === 'string' ? [] : Object.keys(one)));

const createBodyMarks = ({ body, by }: RequestDraft, uses: Uses, filled: FilledBody): readonly Mark[] => {
  const from = by?.body ?? 'request';
  const origin = createOrigin(from);
  switch (body.type) {
    case 'none':
      return [];
    case 'graphql':
      return [
        { location: 'body.query', origin, uses: uses.get('query') },
        ...listVariableNames(body).map((name): Mark => {
          const replaces = getOwnValue(body.ofCall ?? {}, name);
          const callOrigin = createOrigin('call', replaces === true ? ['request'] : []);
          return { location: `body.variables.${name}`, origin: replaces === undefined ? origin : callOrigin };
        }),
        ...[...uses].flatMap(([where, some]): readonly Mark[] =>
          where === 'variables' || where.startsWith('variables.')
            ? [{ location: `body.${where}`, origin: undefined, uses: some }]
            : [],
        ),
      ];
    case 'json':
    case 'text':
      return filled.body.kind === 'text'
        ? [{ location: 'body', origin, uses: uses.get('body'), text: filled.body.text }]
        : [];
    case 'form-urlencoded':
      return createFieldMarks(uses, getFilledNames(filled), from);
    case 'multipart':
      return filled.body.kind === 'multipart'
        ? createFieldMarks(
            uses,
            filled.body.parts.map(({ name }) => name),
            from,
          )
        : [];
    case 'binary':
      return [{ location: 'body', origin, uses: uses.get('body') }];
  }
};

/** The names of the fields of a form, filled in as they are sent. A form without enabled fields has no body. */
const getFilledNames = ({ body }: FilledBody): readonly string[] =>
  body.kind === 'text' ? [...new URLSearchParams(body.text).keys()] : [];

/** Creates the marks for all parts of a request. */
export const createRequestMarks = (
  request: RequestDraft,
  input: MarkInput,
  uses: Uses,
  filled: FilledRequest,
): readonly Mark[] => {
  const later = findAuthLocation(filled.auth);
  const isOwn = filled.headers.some(([name]) => `headers.${name.toLowerCase()}` === later);
  return [
    { location: 'method', origin: createOrigin(request.by?.method ?? 'request') },
    ...createQueryMarks(request, uses, filled),
    ...createPathMarks(request, input, uses, filled.path),
    ...createHeaderMarks(request, uses, filled),
    ...(later === undefined || isOwn ? [] : createAuthMarks(request, uses, later)),
    ...createBodyMarks(request, uses, filled.body),
  ];
};
