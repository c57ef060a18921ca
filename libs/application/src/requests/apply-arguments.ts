import { Diagnostic, type RequestKind, requestKindList, workspaceRef } from '@tandem/core';
import { withDescription, type Fields, Int, integer, Json, oneOf, struct, t, text } from '@tandem/core/codec';

import { requestArguments } from './request-arguments.js';
import { createRequestReference } from './request-reference.js';

export const ApplyRequestsArguments = struct(
  'requests_apply arguments',
  {
    operations: withDescription(
      t.readonlyArray(
        t.record(t.string, Json, 'an operation such as {"op": "delete", "id": "…"}'),
        'a list of operations',
      ),
      'op: create {kind?, name, …} | update {id, …} | move {id, folder?, before?, after?} | copy {id, name?, folder?, …} | delete {id} | replace {find, replaceWith, in? (fields, default all but name, description, script), folder?} in folders too, matching case',
    ),
  },
  {
    workspaceId: workspaceRef,
    atomic: withDescription(t.boolean, 'All or none, default true'),
    dryRun: withDescription(t.boolean, 'Change nothing'),
  },
);
export type ApplyRequestsArguments = t.TypeOf<typeof ApplyRequestsArguments>;

const id = createRequestReference('request');
const kind = oneOf(...requestKindList);
const ifRevision = integer(1);

const omitWorkspaceId = <F extends Fields>({ workspaceId: _, ...fields }: F): Omit<F, 'workspaceId'> =>
  fields;

const createOf = (name: RequestKind) => {
  const { required, optional } = requestArguments[name].create;
  return struct(
    `a new ${name} request`,
    { op: t.literal('create'), ...required },
    { kind, ...omitWorkspaceId(optional) },
  );
};

const updateOf = (name: RequestKind) => {
  const { optional } = requestArguments[name].update;
  return struct(`a change of a ${name} request`, { op: t.literal('update'), id }, omitWorkspaceId(optional));
};

const copyOf = (name: RequestKind) => {
  const { ifRevision: _, ...fields } = omitWorkspaceId(requestArguments[name].update.optional);
  return struct(`a copy of a ${name} request`, { op: t.literal('copy'), id }, fields);
};

/** The fields in which an operation can replace a text. */
export const ReplacedField = oneOf(
  'name',
  'url',
  'headers',
  'queryParams',
  'pathParams',
  'body',
  'query',
  'variables',
  'auth',
  'script',
  'description',
);
export type ReplacedField = t.TypeOf<typeof ReplacedField>;

/** The codec of each operation. Where it depends on the kind of the request, the fields are decoded later. */
export const operations = {
  create: { rest: createOf('rest'), graphql: createOf('graphql') },
  update: { rest: updateOf('rest'), graphql: updateOf('graphql') },
  move: struct('a move', { op: t.literal('move'), id }, { folder: t.string, before: id, after: id }),
  copy: { rest: copyOf('rest'), graphql: copyOf('graphql') },
  delete: struct('a deletion', { op: t.literal('delete'), id }, { ifRevision }),
  replace: struct(
    'a replacement',
    {
      op: t.literal('replace'),
      find: text('a text of at least one character', 10_000),
      replaceWith: t.string,
    },
    { in: t.readonlyArray(ReplacedField, 'a list of fields, such as ["headers", "url"]'), folder: t.string },
  ),
} as const;

export const OperationName = oneOf('create', 'update', 'move', 'copy', 'delete', 'replace');
export type OperationName = t.TypeOf<typeof OperationName>;

/** The result of an operation: the request with its new path and revision. */
export const AppliedOperation = struct(
  'an operation that was applied',
  { op: t.string },
  {
    id: t.string,
    path: t.string,
    revision: Int,
    error: Json,
    /** The fields that were searched for the text. */
    searched: t.readonlyArray(t.string),
    /** How often the text was found. */
    found: Int,
    /** The requests and folders in which the text was replaced, with the fields. */
    changed: t.readonlyArray(
      struct('a changed request or folder', {
        id: t.string,
        path: t.string,
        revision: Int,
        fields: t.readonlyArray(t.string),
      }),
    ),
  },
);
export type AppliedOperation = t.TypeOf<typeof AppliedOperation>;

export const ApplyResult = struct(
  'the results of operations',
  { applied: Int, failed: Int, results: t.readonlyArray(AppliedOperation) },
  {
    dryRun: t.literal(true),
    /** The problems of the GraphQL documents that were saved, if their schema is stored. */
    diagnostics: t.readonlyArray(Diagnostic),
  },
);
export type ApplyResult = t.TypeOf<typeof ApplyResult>;
