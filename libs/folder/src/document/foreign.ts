import { type FolderFieldsOf, type FolderKind, type Foreign, foreignDialects } from '@tandem/core';

import { brunoFrom, brunoTree, isEmptyBruno } from './bruno-scripts.js';
import type { SomeFields } from './fields.js';
import type { ExpectedShape } from '../yaml/shape.js';
import { getAtPath, mapOf, type Path, textOf, type TreeMap } from '../yaml/tree.js';

/**
 * Scripts of another tool, below our own key: where OpenCollection has scripts, Bruno would run them as its own. Those of Bruno
 * stand there; below our key is only that it has none yet.
 */
export const foreignTree = (foreign: Foreign): TreeMap => {
  if (foreign === null) return {};
  if (foreign.dialect === 'bruno') return isEmptyBruno(foreign) ? { foreign: { dialect: 'bruno' } } : {};
  const { dialect, beforeRequest, tests } = foreign;
  return {
    foreign: {
      dialect,
      ...(beforeRequest === undefined ? {} : { beforeRequest }),
      ...(tests === undefined ? {} : { tests }),
    },
  };
};

/** Those of Bruno, for the place where it has them. */
export const foreignBesides = (foreign: Foreign): TreeMap =>
  foreign?.dialect === 'bruno' ? brunoTree(foreign) : {};

/** Where scripts of other tools stand: below our own key, and where Bruno has its own. */
export const foreignPlaces = (own: Path, brunos: Path, keys: readonly string[]): readonly Path[] => [
  [...own, 'foreign'],
  ...keys.map((key) => [...brunos, key]),
];

/** The scripts of other tools among the fields of an entity. */
export const foreignIn = (fields: SomeFields | FolderFieldsOf[FolderKind]): Foreign =>
  ('foreign' in fields ? fields.foreign : undefined) ?? null;

/** The places that a change touches: those of Bruno only if there are scripts of it, before or after. */
export const listChangedForeignPlaces = (
  places: readonly Path[],
  ...sides: readonly Foreign[]
): readonly Path[] => (sides.some((foreign) => foreign?.dialect === 'bruno') ? places : places.slice(0, 1));

/** What must stand below our own key at `path`. */
export const foreignExpected = (path: Path): readonly ExpectedShape[] => [
  [[...path, 'foreign'], 'map'],
  [[...path, 'foreign', 'dialect'], 'dialect'],
  [[...path, 'foreign', 'beforeRequest'], 'text'],
  [[...path, 'foreign', 'tests'], 'text'],
];

/**
 * What a document says of it. Scripts below our own key win over those of Bruno, which then stay as they are; when our key is
 * gone, they are those of `base`.
 * @param own what the document has under our key
 * @param brunos what it has where Bruno has its scripts
 */
export const foreignFrom = (own: unknown, brunos: unknown, base: SomeFields | undefined): Foreign => {
  if (own === undefined && base?.foreign?.dialect === 'postman') return base.foreign;
  const { dialect, beforeRequest, tests } = mapOf(getAtPath(own, ['foreign']));
  const known = foreignDialects.find((one) => one === dialect);
  if (known !== 'postman') return brunoFrom(brunos) ?? (known === 'bruno' ? { dialect: 'bruno' } : null);
  const before = textOf(beforeRequest);
  const after = textOf(tests);
  return {
    dialect: known,
    ...(before === undefined ? {} : { beforeRequest: before }),
    ...(after === undefined ? {} : { tests: after }),
  };
};
