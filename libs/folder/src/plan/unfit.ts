import type { FolderFields, FolderKind } from '@tandem/core';
import { GraphqlRequestPatch, Pairs, RestRequestPatch } from '@tandem/core';

import { farthest } from '../document/request.js';

/** A value that was given to end a conflict does not fit its field. */
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

/** A place that a file gives back as it was written. */
const isPlace = (seq: unknown): boolean =>
  seq == null || (typeof seq === 'number' && Math.abs(seq) <= farthest);

const aPlace = `a number from -${farthest} to ${farthest}, or null for none`;

const rules: Readonly<Record<FolderKind, (fields: FolderFields) => boolean>> = {
  workspace: ({ name }) => isName(name),
  environment: ({ name, variables, secrets }) => isName(name) && Pairs.is(variables) && Pairs.is(secrets),
  rest: ({ seq, ...fields }) => isName(fields.name) && isPlace(seq) && RestRequestPatch.is(fields),
  graphql: ({ seq, ...fields }) => isName(fields.name) && isPlace(seq) && GraphqlRequestPatch.is(fields),
};

/** @throws {UnfitValue} when an entity of `kind` cannot have these fields, `value` among them */
export const checkFit = (kind: FolderKind, fields: FolderFields, value: unknown): void => {
  if (rules[kind](fields)) return;
  throw new UnfitValue(value, isPlace(fields.seq) ? 'a value of this field' : aPlace);
};
