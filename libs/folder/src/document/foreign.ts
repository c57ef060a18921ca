import { type Foreign, foreignDialects } from '@tandem/core';

import type { SomeFields } from './fields.js';
import type { ExpectedShape } from './shape.js';
import { at, mapOf, type Path, textOf, type TreeMap } from './tree.js';

/** Scripts of another tool, below our own key: where OpenCollection has scripts, Bruno would run them as its own. */
export const foreignTree = (foreign: Foreign): TreeMap => {
  if (foreign === null) return {};
  const { dialect, beforeRequest, tests } = foreign;
  return {
    foreign: {
      dialect,
      ...(beforeRequest === undefined ? {} : { beforeRequest }),
      ...(tests === undefined ? {} : { tests }),
    },
  };
};

/** What must stand below our own key at `path`. */
export const foreignExpected = (path: Path): readonly ExpectedShape[] => [
  [[...path, 'foreign'], 'map'],
  [[...path, 'foreign', 'dialect'], 'dialect'],
  [[...path, 'foreign', 'beforeRequest'], 'text'],
  [[...path, 'foreign', 'tests'], 'text'],
];

/**
 * What a document says of it; from `base` when our key is gone.
 * @param own what the document has under our key
 */
export const foreignFrom = (own: unknown, base: SomeFields | undefined): Foreign => {
  if (own === undefined && base !== undefined) return base.foreign ?? null;
  const given = at(own, ['foreign']);
  const { dialect, beforeRequest, tests } = mapOf(given);
  const known = foreignDialects.find((one) => one === dialect);
  if (known === undefined) return null;
  const before = textOf(beforeRequest);
  const after = textOf(tests);
  return {
    dialect: known,
    ...(before === undefined ? {} : { beforeRequest: before }),
    ...(after === undefined ? {} : { tests: after }),
  };
};
