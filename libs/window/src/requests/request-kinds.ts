import { kindOfRequestId, type RequestKind, requestKindList } from '@tandem/core';

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
export const newNameOf = (kind: RequestKind): string => views[kind].newName;

/** The kind of a request. */
export const kindOfRequest = ({ id }: { readonly id: string }): RequestKind =>
  kindOfRequestId(id) ?? defaultKind;

/** The method of a request, or the badge of a kind that has no methods. */
export const methodOrBadge = (request: { readonly id: string; readonly method?: string }): string =>
  views[kindOfRequest(request)].badge ?? request.method ?? '';
