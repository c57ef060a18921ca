import type { FolderKind, RequestKind, FolderFieldsOf } from '@tandem/core';

import type { ExpectedShape } from '../yaml/shape.js';
import type { Path, Tree } from '../yaml/tree.js';
import type { SomeFields } from './fields.js';

/** How a field is compared and merged: whole, by line, pair by pair, key by key, or by the body's type. */
export type FieldShape = 'scalar' | 'text' | 'pairs' | 'record' | 'variables' | 'body';

/** How entities of one kind are written to their documents and read from them. */
export interface DocumentKind<K extends FolderKind> {
  readonly idPath: Path;
  readonly namePath: Path;
  /** The place that is reported if its fields cannot be stored. */
  readonly misfitPath: Path;
  /** The fields that are stored in the folder, in canonical order, and how each is merged. */
  readonly merged: Readonly<Record<string, FieldShape>>;
  /** Where each field is stored; patching a field touches only these places. */
  readonly places: Readonly<Record<string, readonly Path[]>>;
  /** Places whose values must have a certain shape, or they would be read as missing. */
  readonly expected: (tree: unknown) => readonly ExpectedShape[];
  /** An entity as stored in its document, keys in canonical order; defaults are left out. */
  readonly tree: (id: string, fields: FolderFieldsOf[K]) => Tree;
  /** The fields of a document; without our key, what only it can express comes from `base`. */
  readonly from: (tree: unknown, base: SomeFields | undefined) => SomeFields;
}

/** How requests of one kind are written to their documents and read from them. */
export interface RequestDocumentKind<K extends RequestKind> extends DocumentKind<K> {
  /** Its `info.type`. */
  readonly type: string;
}
