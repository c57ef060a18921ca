import { stringifyJson } from '@tandem/core/codec';

import type { Decision, Subject } from './decide.js';
import type { PlanningContext } from './draft.js';
import { toBaseFolder } from './remembered.js';
import { type EntityFiles, computeHash } from './write-entity.js';

/**
 * Records an entity's planned writes, so that a run after a crash recognizes them. An entity new to the database
 * needs no record: its file is imported as it is.
 */
export const noteWrites = (
  { draft, tree, searched, dataFolder }: PlanningContext,
  { id, kind, stored, found }: Subject,
  { common }: Extract<Decision, { readonly do: 'settle' }>,
  { path, text, scriptPath, script }: EntityFiles,
  changed: readonly string[],
): void => {
  if (!stored) return;
  const old = found && found.file.path !== path ? [found.file, found.script] : [];
  const replaces = old.flatMap((file) => (file ? [{ path: file.path, hash: file.hash }] : []));
  const { revision, seq } = stored;
  const folder = toBaseFolder(kind, common, dataFolder);
  for (const one of changed) {
    const isScript = one === scriptPath;
    draft.noted.push({
      id,
      kind,
      path: one,
      hash: computeHash(isScript ? (script ?? '') : text),
      expected: tree.hashes.get(one) ?? '',
      folder,
      revision,
      seq,
      searched,
      fields: stringifyJson(isScript ? { script: common.script } : common),
      replaces,
    });
  }
};
