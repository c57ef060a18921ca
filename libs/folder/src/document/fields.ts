import type { FolderFieldsOf, FolderKind } from '@tandem/core';
import { parseJson } from '@tandem/core/codec';

import { toMap } from '../yaml/tree.js';

type Name = { [K in FolderKind]: keyof FolderFieldsOf[K] }[FolderKind];

type Value<N extends Name> = {
  [K in FolderKind]: N extends keyof FolderFieldsOf[K] ? FolderFieldsOf[K][N] : never;
}[FolderKind];

/** Fields of an entity of any kind, some possibly missing: from a file, from memory, or one side of a merge. */
export type SomeFields = { readonly [N in Name]?: Value<N> | undefined };

/** Fields by name. Each value was decoded as a field of that name, or taken from one. */
export const toSomeFields = (values: Readonly<Record<string, unknown>>): SomeFields => values;

/** Fields remembered as JSON. */
export const parseFields = (json: string): SomeFields => toSomeFields(toMap(parseJson(json)));

/** The name of an entity; empty if it has none yet. */
export const getName = ({ name }: SomeFields): string => name ?? '';

/** The folder of a request, or the path of a folder; empty at the top and for anything else. */
export const getFolder = ({ folder, path }: SomeFields): string => folder ?? path ?? '';

/** The position of a request or folder; null if it has none, and for anything else. */
export const getSeq = ({ seq }: SomeFields): number | null => seq ?? null;

/** The script of a request; undefined for anything else. */
export const getScript = ({ script }: SomeFields): string | undefined => script;
