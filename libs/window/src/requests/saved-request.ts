import {
  findRequestKind,
  type RequestId,
  type RequestKind,
  type RequestOf,
  type RequestSettings,
  type SavedRequest,
} from '@tandem/core';

export type { RequestId, SavedRequest } from '@tandem/core';

/** The fields of a request that the application sets and no person edits. */
type ManagedField = 'id' | 'workspaceId' | 'revision' | 'createdAt' | 'updatedAt';

/** A field of a request that a person edits. */
export type Field = Exclude<{ [K in RequestKind]: keyof RequestOf<K> }[RequestKind], ManagedField>;

/** Some fields of a request, each with its new value. */
export type Edits = Readonly<Partial<Record<Field, unknown>>>;

/** What the tree shows of a request. */
export interface Summary {
  readonly id: RequestId;
  readonly name: string;
  readonly folder: string;
  readonly method: string;
  readonly url: string;
}

/** Whether text is the id of a request. */
export const isRequestId = (id: string): id is RequestId => findRequestKind(id) !== undefined;

/** The fields that a copy of this request needs: everything editable, without id, revision and times. */
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

/** Settings with one of them set, or inherited. */
export const replaceSetting = <K extends keyof RequestSettings>(
  settings: RequestSettings,
  name: K,
  value: RequestSettings[K] | undefined,
): RequestSettings => {
  const { [name]: _before, ...others } = settings;
  return value === undefined ? others : { ...others, [name]: value };
};
