import { findRequestKind, type RequestKind, requestKindList } from '@tandem/core';

/** What the window shows of a kind of request. Its editor is in `kind-editors.tsx`. */
interface RequestKindView {
  /** The name of a new one. */
  readonly newName: string;
  /** What is shown in place of the method, where all requests of the kind have the same. */
  readonly badge?: string;
}

const views: Readonly<Record<RequestKind, RequestKindView>> = {
  rest: { newName: 'New request' },
  graphql: { newName: 'New query', badge: 'GQL' },
};

/** The kind of a new request where none was chosen. */
export const [defaultKind] = requestKindList;

/** The name of a new request. */
export const getNewName = (kind: RequestKind): string => views[kind].newName;

/** The kind of a request. */
export const getRequestKind = ({ id }: { readonly id: string }): RequestKind =>
  findRequestKind(id) ?? defaultKind;

/** The method of a request, or the badge of a kind that has no methods. */
export const getMethodOrBadge = (request: { readonly id: string; readonly method?: string }): string =>
  views[getRequestKind(request)].badge ?? request.method ?? '';
