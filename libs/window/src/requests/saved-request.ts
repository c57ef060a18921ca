import {
  defaultRequestKind,
  findRequestKind,
  type RequestId,
  type RequestKind,
  type RequestOf,
  type RequestSettings,
  type SavedRequest,
} from '@tandem/core';

export type { RequestId, SavedRequest } from '@tandem/core';

/** The fields of a request that the application sets and that nobody can edit. */
type ManagedField = 'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt';

/** A field of a request that a person can edit. */
export type Field = Exclude<{ [K in RequestKind]: keyof RequestOf<K> }[RequestKind], ManagedField>;

/** Some fields of a request, each with its new value. */
export type Edits = Readonly<Partial<Record<Field, unknown>>>;

/** The summary of a request, which the tree shows. */
export interface Summary {
  readonly id: RequestId;
  readonly name: string;
  readonly folder: string;
  readonly method: string;
  readonly url: string;
}

/** Whether text is the id of a request. */
export const isRequestId = (id: string): id is RequestId => findRequestKind(id) !== undefined;

/** Returns the fields to copy from a request: all editable ones, which excludes the id, revision and times. */
export const getRequestContent = <R extends SavedRequest>(request: R): Omit<R, ManagedField> => {
  const {
    id: _id,
    workspaceId: _workspace,
    revision: _revision,
    createdAt: _made,
    updatedAt: _at,
    ...content
  } = request;
  return content;
};

/** Changes a setting; undefined removes it, so that it is inherited. */
export const replaceSetting = <K extends keyof RequestSettings>(
  settings: RequestSettings,
  name: K,
  value: RequestSettings[K] | undefined,
): RequestSettings => {
  const { [name]: _before, ...others } = settings;
  return value === undefined ? others : { ...others, [name]: value };
};

/** How the window displays a kind of request. The editors are in `kind-editors.tsx`. */
interface RequestKindView {
  /** The name of a new request. */
  readonly newName: string;
  /** Shown instead of the method, if all requests of the kind have the same method. */
  readonly badge?: string;
  /** The name of the tab in which the content of the request is edited. */
  readonly contentName: 'body' | 'query';
  /** Whether its parameters are edited in a tab of their own. */
  readonly hasParams: boolean;
  /** Whether responses can be saved as its examples. */
  readonly hasExamples: boolean;
  /** Whether its server has a GraphQL schema, and its responses can contain GraphQL errors. */
  readonly hasGraphql: boolean;
}

const views: Readonly<Record<RequestKind, RequestKindView>> = {
  rest: {
    newName: 'New request',
    contentName: 'body',
    hasParams: true,
    hasExamples: true,
    hasGraphql: false,
  },
  graphql: {
    ...{ newName: 'New query', badge: 'GQL', contentName: 'query' },
    ...{ hasParams: false, hasExamples: false, hasGraphql: true },
  },
};

/** The name of a new request. */
export const getNewName = (kind: RequestKind): string => views[kind].newName;

/** Returns the kind of a request. */
export const getRequestKind = ({ id }: { readonly id: string }): RequestKind =>
  findRequestKind(id) ?? defaultRequestKind;

/** Returns how the window displays requests of a kind. */
export const getKindView = (kind: RequestKind): RequestKindView => views[kind];

/** Returns the method of a request, or the badge of a kind that has no methods. */
export const getMethodOrBadge = (request: { readonly id: string; readonly method?: string }): string =>
  views[getRequestKind(request)].badge ?? request.method ?? '';
