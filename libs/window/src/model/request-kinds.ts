import { type RequestKind, requestKindList, requestKindNames } from '@tandem/core';

/** What the window shows of a kind of request. Its editor is in `panels/editor/kind-editors.tsx`. */
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

/** The kind that an id belongs to by its prefix; undefined when it is not the id of a request. */
export const kindOfId = (id: string): RequestKind | undefined =>
  requestKindList.find((kind) => id.startsWith(`${requestKindNames[kind].prefix}_`));

/** The kind of a request. */
export const kindOfRequest = ({ id }: { readonly id: string }): RequestKind => kindOfId(id) ?? defaultKind;

/** The method of a request, or the badge of a kind that has no methods. */
export const methodOrBadge = (request: { readonly id: string; readonly method?: string }): string =>
  views[kindOfRequest(request)].badge ?? request.method ?? '';
