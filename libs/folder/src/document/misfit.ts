import type { FolderFields, FolderKind } from '@tandem/core';
import { GraphqlRequestPatch, RestRequestPatch } from '@tandem/core';
import { decode, type Issue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { Path } from './tree.js';

const issueOf = (kind: FolderKind, { seq: _, ...fields }: FolderFields): Issue | undefined => {
  const decoded =
    kind === 'rest' || kind === 'graphql'
      ? decode(kind === 'rest' ? RestRequestPatch : GraphqlRequestPatch)(fields)
      : decode(RestRequestPatch)({ name: fields.name });
  return E.isLeft(decoded) ? decoded.left[0] : undefined;
};

const placeOf = (kind: FolderKind, path: string): Path => {
  if (path === 'name') return kind === 'environment' ? ['name'] : ['info', 'name'];
  return kind === 'graphql' ? ['graphql', 'body', 'variables'] : ['http'];
};

/** What of `fields` the app could not keep: it would store what it cannot read again. */
export const misfitIn = (
  kind: FolderKind,
  fields: FolderFields,
): { readonly path: Path; readonly message: string } | undefined => {
  const issue = issueOf(kind, fields);
  if (issue === undefined) return undefined;
  const { path, expected } = issue;
  const subject = path === '' ? 'the variables' : path;
  return { path: placeOf(kind, path), message: `${subject} must be ${expected}` };
};
