import { findRequestKind, type RequestKind, requestKindList } from '@tandem/core';

/** How the window shows a kind of request. Its editor is in `kind-editors.tsx`. */
interface RequestKindView {
  /** The name of a new one. */
  readonly newName: string;
  /** Shown instead of the method, if all requests of the kind have the same one. */
  readonly badge?: string;
}

const views: Readonly<Record<RequestKind, RequestKindView>> = {
  rest: { newName: 'New request' },
  graphql: { newName: 'New query', badge: 'GQL' },
};

/** The default kind of a new request. */
export const [defaultKind] = requestKindList;

/** The name of a new request. */
export const getNewName = (kind: RequestKind): string => views[kind].newName;

/** The kind of a request. */
export const getRequestKind = ({ id }: { readonly id: string }): RequestKind =>
  findRequestKind(id) ?? defaultKind;

/** The method of a request, or the badge of a kind that has no methods. */
export const getMethodOrBadge = (request: { readonly id: string; readonly method?: string }): string =>
  views[getRequestKind(request)].badge ?? request.method ?? '';
