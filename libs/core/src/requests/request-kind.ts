/**
 * The kinds of saved request, in the order in which lists show them: how messages name one, and what its ids begin with
 * before the underscore. Every table of kinds, in any library, needs an entry for each of these.
 */
export const requestKindNames = {
  rest: { noun: 'REST request', prefix: 'rest' },
  graphql: { noun: 'GraphQL request', prefix: 'gql' },
} as const;

/** The name of a kind: its entities in changes and folders, and the first word of its tools. */
export type RequestKind = keyof typeof requestKindNames;

/** The kinds of saved request, as sentences call them. */
export type RequestNoun = (typeof requestKindNames)[RequestKind]['noun'];

/** What is stored under an id, as sentences call it. */
export type EntityNoun =
  'workspace' | 'environment' | 'execution' | 'folder' | 'activity' | 'run' | RequestNoun;

/** All kinds, in the order in which lists show them. */
export const requestKindList = Object.keys(requestKindNames) as [RequestKind, ...RequestKind[]];

/** Whether a text names a kind of request. */
export const isRequestKind = (kind: string): kind is RequestKind => Object.hasOwn(requestKindNames, kind);

/** The kind of the request that has an id; undefined for the id of anything else. */
export const kindOfRequestId = (id: string): RequestKind | undefined =>
  requestKindList.find((kind) => id.startsWith(`${requestKindNames[kind].prefix}_`));

/** A value for each kind. */
export const forEachKind = <T>(make: (kind: RequestKind) => T): Readonly<Record<RequestKind, T>> =>
  Object.fromEntries(requestKindList.map((kind) => [kind, make(kind)])) as Record<RequestKind, T>;
