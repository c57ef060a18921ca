import { listBases, type FolderWarning, type StoredEntity } from '@tandem/core';

import { toText } from '../yaml/tree.js';
import type { FoundEntity } from './found.js';

/**
 * Environments whose files extend each other in a cycle, or extend one that is neither in a file nor in the app. Each
 * is imported, and running it reports this too.
 */
export const findBrokenBases = (
  found: Iterable<FoundEntity>,
  stored: readonly StoredEntity[],
): readonly FolderWarning[] => {
  const environments = [...found].flatMap(({ id, kind, file, fields }) => {
    if (kind !== 'environment') return [];
    const { name, extends: base } = fields();
    return [{ id, name: toText(name) ?? '', extends: toText(base) ?? '', path: file.path }];
  });
  const inFiles = new Set(environments.map(({ id }) => id));
  // The app's other entities are not decoded for this.
  const inApp = stored.flatMap((one) =>
    one.kind === 'environment' && !inFiles.has(one.id)
      ? [{ id: one.id, name: one.fields.name, extends: one.fields.extends, path: '' }]
      : [],
  );
  return environments.flatMap((one): readonly FolderWarning[] => {
    const { bases, broken } = listBases(one, [...environments, ...inApp]);
    if (broken === undefined) return [];
    if (broken.kind === 'missing') {
      if (broken.of !== one.name) return [];
      const message = `extends "${broken.name}", which is not an environment here; create it or choose another base`;
      return [{ code: 'environmentBaseMissing', message, path: one.path }];
    }
    if (broken.name !== one.name) return [];
    const chain = [one, ...bases, one].map(({ name }) => name).join(' → ');
    const message = `extends makes a cycle: ${chain}; choose another base in one of these files`;
    return [{ code: 'environmentCycle', message, path: one.path }];
  });
};
