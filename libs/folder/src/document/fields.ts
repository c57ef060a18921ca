import type { FolderFieldsOf, FolderKind, RequestKind } from '@tandem/core';
import { parseJson } from '@tandem/core/codec';

import type { ExpectedShape } from '../yaml/shape.js';
import { type Path, toMap, type Tree } from '../yaml/tree.js';

type Name = { [K in FolderKind]: keyof FolderFieldsOf[K] }[FolderKind];

type Value<N extends Name> = {
  [K in FolderKind]: N extends keyof FolderFieldsOf[K] ? FolderFieldsOf[K][N] : never;
}[FolderKind];

/** Fields of an entity of any kind, some possibly missing. */
export type SomeFields = { readonly [N in Name]?: Value<N> | undefined };

/** Types `fields` by name. Each value was decoded as a field of that name, or copied from such a field. */
export const toSomeFields = (values: Readonly<Record<string, unknown>>): SomeFields => values;

/** Parses the fields of a base, which are stored as JSON. */
export const parseFields = (json: string): SomeFields => toSomeFields(toMap(parseJson(json)));

/** The name of an entity; empty if it has none yet. */
export const getName = ({ name }: SomeFields): string => name ?? '';

/** The folder of a request, or the path of a folder; empty at the top and for other kinds. */
export const getFolder = ({ folder, path }: SomeFields): string => folder ?? path ?? '';

/** The position of a request or folder; null if it has no position, and for other kinds. */
export const getSeq = ({ seq }: SomeFields): number | null => seq ?? null;

/** The script of a request; undefined for other kinds. */
export const getScript = ({ script }: SomeFields): string | undefined => script;

/** How a field is compared and merged: whole, by line, pair by pair, key by key, or by the body's type. */
export type FieldShape = 'scalar' | 'text' | 'pairs' | 'record' | 'variables' | 'body';

/** How entities of one kind are written to their documents and read from them. */
export interface DocumentKind<K extends FolderKind> {
  readonly idPath: Path;
  readonly namePath: Path;
  /** The location to report if the fields cannot be stored. */
  readonly misfitPath: Path;
  /** The fields that are stored in the folder, in canonical order, and how each is merged. */
  readonly merged: Readonly<Record<string, FieldShape>>;
  /** The locations at which each field is stored. A change of a field touches nothing else. */
  readonly paths: Readonly<Record<string, readonly Path[]>>;
  /** The shapes that values must have. A value of another shape would be read as missing, so it is reported instead. */
  readonly expected: (tree: unknown) => readonly ExpectedShape[];
  /** An entity as stored in its document, keys in canonical order; defaults are left out. */
  readonly tree: (id: string, fields: FolderFieldsOf[K]) => Tree;
  /** Reads the fields of a document. If our key is missing, `base` provides the fields that only our key can express. */
  readonly from: (tree: unknown, base: SomeFields | undefined) => SomeFields;
}

/** How requests of one kind are written to their documents and read from them. */
export interface RequestDocumentKind<K extends RequestKind> extends DocumentKind<K> {
  /** The kind's `info.type` in a file. */
  readonly type: string;
}
