import { type FolderFieldsOf, type FolderKind, type Foreign, foreignDialects } from '@tandem/core';

import { parseBruno, toBrunoTree, isEmptyBruno } from './bruno-scripts.js';
import type { SomeFields } from './fields.js';
import type { ExpectedShape } from '../yaml/shape.js';
import { getAtPath, toMap, type Path, toText, type TreeMap } from '../yaml/tree.js';

/**
 * Scripts of another tool, below our own key: at OpenCollection's place, Bruno would run them as its own. Bruno's own
 * scripts are stored there; below our key is only a note that there are none yet.
 */
export const toForeignTree = (foreign: Foreign): TreeMap => {
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

/** Bruno's scripts, for Bruno's place. */
export const toBrunoPart = (foreign: Foreign): TreeMap =>
  foreign?.dialect === 'bruno' ? toBrunoTree(foreign) : {};

/** Where scripts of other tools are stored: below our own key, and at Bruno's place. */
export const listForeignPlaces = (own: Path, brunos: Path, keys: readonly string[]): readonly Path[] => [
  [...own, 'foreign'],
  ...keys.map((key) => [...brunos, key]),
];

/** The scripts of other tools among the fields of an entity. */
export const getForeign = (fields: SomeFields | FolderFieldsOf[FolderKind]): Foreign =>
  ('foreign' in fields ? fields.foreign : undefined) ?? null;

/** The places that a change touches: Bruno's only if there are Bruno scripts before or after. */
export const listChangedForeignPlaces = (
  places: readonly Path[],
  ...sides: readonly Foreign[]
): readonly Path[] => (sides.some((foreign) => foreign?.dialect === 'bruno') ? places : places.slice(0, 1));

/** What must be stored below our own key at `path`. */
export const listForeignShapes = (path: Path): readonly ExpectedShape[] => [
  [[...path, 'foreign'], 'map'],
  [[...path, 'foreign', 'dialect'], 'dialect'],
  [[...path, 'foreign', 'beforeRequest'], 'text'],
  [[...path, 'foreign', 'tests'], 'text'],
];

/**
 * The scripts in a document. Scripts below our own key win over Bruno's, which then stay unchanged; without
 * our key, they come from `base`.
 * @param own what the document has under our key
 * @param brunos what it has at Bruno's place
 */
export const parseForeign = (own: unknown, brunos: unknown, base: SomeFields | undefined): Foreign => {
  if (own === undefined && base?.foreign?.dialect === 'postman') return base.foreign;
  const { dialect, beforeRequest, tests } = toMap(getAtPath(own, ['foreign']));
  const known = foreignDialects.find((one) => one === dialect);
  if (known !== 'postman') return parseBruno(brunos) ?? (known === 'bruno' ? { dialect: 'bruno' } : null);
  const before = toText(beforeRequest);
  const after = toText(tests);
  return {
    dialect: known,
    ...(before === undefined ? {} : { beforeRequest: before }),
    ...(after === undefined ? {} : { tests: after }),
  };
};
