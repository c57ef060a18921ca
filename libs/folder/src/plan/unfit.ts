import type { FolderKind, FolderResolution } from '@tandem/core';
import {
  EnvironmentGuard,
  checkFolderPath,
  findGuardProblem,
  isRequestKind,
  getKindRecord,
  Variables,
  RestRequestPatch,
  SecretPairs,
} from '@tandem/core';

import { farthest } from '../document/request.js';
import type { SomeFields } from '../document/fields.js';

/** A value provided to resolve a conflict does not fit its field. */
export class UnfitValue extends Error {
  readonly value: unknown;
  readonly expected: string;
  constructor(value: unknown, expected: string) {
    super();
    this.value = value;
    this.expected = expected;
  }
}

const isName = (name: unknown): boolean => typeof name === 'string' && name !== '';

/** A position that a file returns as it was written. */
const isPlace = (seq: unknown): boolean =>
  seq == null || (typeof seq === 'number' && Math.abs(seq) <= farthest);

const aPlace = `a number from -${farthest} to ${farthest}, or null for none`;

/** The notes of a folder or workspace, and what requests inherit from it. */
const hasValidInheritedFields = ({ description, headers, auth, variables, settings }: SomeFields): boolean =>
  typeof description === 'string' &&
  RestRequestPatch.is({ headers, auth, settings }) &&
  Variables.is(variables);

const isGuard = (guard: unknown): boolean =>
  EnvironmentGuard.is(guard) && (guard === null || findGuardProblem(guard) === undefined);

const hasValidFields = (kind: FolderKind, { seq, ...fields }: SomeFields): boolean => {
  if (kind === 'folder') return isPlace(seq) && isName(fields.path) && hasValidInheritedFields(fields);
  if (!isName(fields.name)) return false;
  if (isRequestKind(kind)) return isPlace(seq) && getKindRecord(kind).patch.is(fields);
  if (kind === 'workspace') return hasValidInheritedFields(fields);
  return Variables.is(fields.variables) && SecretPairs.is(fields.secrets) && isGuard(fields.guard ?? null);
};

const aFolder = 'folder names joined by /; "" is the top';

const aPair = 'an object with the texts name and value and the boolean enabled, or null to remove it';

const describeExpected = (field: string): string => {
  if (field === 'seq') return aPlace;
  if (field === 'folder' || field === 'path') return aFolder;
  return field.includes('[') ? aPair : 'a value of this field';
};

/** @throws {UnfitValue} when an entity of `kind` cannot have these fields, `value` among them */
export const checkFit = (
  kind: FolderKind,
  fields: SomeFields,
  { field, value }: Pick<FolderResolution, 'field' | 'value'>,
): void => {
  const isRefused =
    ['folder', 'path'].includes(field) && typeof value === 'string' && checkFolderPath(value) !== null;
  if (isRefused || !hasValidFields(kind, fields)) throw new UnfitValue(value, describeExpected(field));
};
