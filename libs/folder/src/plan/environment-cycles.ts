import { basesOf, type FolderWarning } from '@tandem/core';

import { textOf } from '../document/tree.js';
import type { Found } from './found.js';

/** The environments whose files extend each other in a circle; each is taken in, and its execution says so too. */
export const environmentCycles = (found: Iterable<Found>): readonly FolderWarning[] => {
  const environments = [...found].flatMap(({ kind, file, fields }) => {
    if (kind !== 'environment') return [];
    const { name, extends: base } = fields();
    return [{ name: textOf(name) ?? '', extends: textOf(base) ?? '', path: file.path }];
  });
  return environments.flatMap((one) => {
    const { bases, broken } = basesOf(one, environments);
    if (broken?.kind !== 'cycle' || broken.name !== one.name) return [];
    const chain = [one, ...bases, one].map(({ name }) => name).join(' → ');
    const message = `extends makes a cycle: ${chain}; choose another base in one of these files`;
    return [{ code: 'environmentCycle', message, path: one.path }];
  });
};
