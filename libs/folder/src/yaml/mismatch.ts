import type { FolderKind } from '@tandem/core';
import { ConnectionSettings, isRequestKind, getKindRecord, RestRequestPatch } from '@tandem/core';
import { decode, type Issue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { getConnectionPlace } from '../document/connections.js';
import { documentKinds } from '../document/kinds.js';
import type { Path } from './tree.js';
import type { SomeFields } from '../document/fields.js';

const findIssue = (kind: FolderKind, { seq: _, ...fields }: SomeFields): Issue | undefined => {
  const decoded = isRequestKind(kind)
    ? decode(getKindRecord(kind).patch)(fields)
    : decode(RestRequestPatch)({
        name: fields.name ?? fields.path,
        description: fields.description ?? '',
        headers: fields.headers,
        auth: fields.auth,
        settings: fields.settings,
      });
  return E.isLeft(decoded) ? decoded.left[0] : undefined;
};

interface Mismatch {
  readonly path: Path;
  readonly message: string;
}

const findConnectionsMismatch = ({ connections }: SomeFields): Mismatch | undefined => {
  const decoded = connections === undefined ? undefined : decode(ConnectionSettings)(connections);
  const issue = decoded && E.isLeft(decoded) ? decoded.left[0] : undefined;
  return (
    issue && { path: getConnectionPlace(issue.path), message: `${issue.path} must be ${issue.expected}` }
  );
};

/** The values in `fields` that the app could not store and read again. */
export const findMismatch = (kind: FolderKind, fields: SomeFields): Mismatch | undefined => {
  const issue = findIssue(kind, fields);
  if (issue === undefined) return findConnectionsMismatch(fields);
  const { path, expected } = issue;
  const subject = path === '' ? 'the variables' : path;
  const { namePath, misfitPath } = documentKinds[kind];
  return { path: path === 'name' ? namePath : misfitPath, message: `${subject} must be ${expected}` };
};
