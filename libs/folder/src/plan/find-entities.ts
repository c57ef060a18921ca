import { type FolderState, type FolderWarning, type InvalidFile, isRequestKind } from '@tandem/core';

import type { FolderTree } from '../files/tree.js';
import { getDirectory, type KnownDirectory, manifestPath } from '../layout/paths.js';
import { readCandidates } from './candidates.js';
import type { PlanningTools } from './draft.js';
import { nameDirectories } from './directories.js';
import { findBaseWarnings, findCertificateWarnings, findPositionWarnings } from './warnings.js';
import { type FoundEntity, identifyCandidates, sortOwners } from './identity.js';
import { identifyFolders } from './folders.js';
import type { Steps } from './slices.js';
import { findDependencyCycles, findUnresolvedDependencies, createNeedsResolver } from './dependencies.js';
import { getBaseFields } from './memory.js';
import { getSeq, type SomeFields } from '../document/fields.js';

export interface FoundAll {
  readonly found: ReadonlyMap<string, FoundEntity>;
  readonly directories: readonly KnownDirectory[];
  readonly invalid: readonly InvalidFile[];
  readonly warnings: readonly FolderWarning[];
  /** The ids of entities that may be in an invalid file, so that nothing is decided about them. */
  readonly blocked: ReadonlySet<string>;
}

/** Lists the ids of the entities that an unreadable file or directory contained before. */
const listEntitiesIn = (
  path: string,
  tree: FolderTree,
  bases: FolderState['memory']['bases'],
  workspaceId: string,
): readonly string[] => {
  const file = path.replace(/\.js$/, '.yml');
  const isRenamed = (to: string) => !tree.files.has(to) && to.toLowerCase() === path.toLowerCase();
  const known = bases.filter(
    (base) => [path, file].includes(base.path) || base.path.startsWith(`${path}/`) || isRenamed(base.path),
  );
  return [...(path === manifestPath ? [workspaceId] : []), ...known.map(({ id }) => id)];
};

/** Finds every entity in the folder. Yields after each file. */
export function* findAll(tree: FolderTree, state: FolderState, planning: PlanningTools): Steps<FoundAll> {
  const { workspaceId } = state;
  const bases = state.memory.bases.filter(({ kind, id }) => kind !== 'workspace' || id === workspaceId);
  const invalid: InvalidFile[] = tree.unreadable.map(({ path, line, column, message }) => ({
    path,
    line,
    column,
    message,
  }));
  const warnings: FolderWarning[] = [];
  const blocked = new Set<string>(state.unreadable);
  const naming = { tree, state, bases, invalid, warnings, blocked, ...planning };
  const directories = yield* nameDirectories(naming);
  for (const { path } of tree.unreadable)
    for (const id of listEntitiesIn(path, tree, bases, workspaceId)) blocked.add(id);
  const byId = new Map(bases.map((base) => [base.id, base]));
  const folderOf = new Map(directories.map(({ path, folder }) => [path, folder]));
  const reading = { tree, bases, folderOf, invalid, blocked, workspaceId, ...planning };
  const files = identifyCandidates(yield* readCandidates(reading), bases, state, warnings);
  const owners = new Map([...identifyFolders({ directories, files, bases, state, warnings }), ...files]);
  const idsOf = createNeedsResolver(owners, bases);
  const found = sortOwners(owners).map(
    ([id, { file, script, kind, content }]): readonly [string, FoundEntity] => {
      const base = byId.get(id);
      const fields = (): SomeFields => {
        const remembered = base && getBaseFields(base);
        const own = content?.fields ?? remembered ?? {};
        if (kind === 'environment') return own;
        const text = script?.text ?? remembered?.script;
        // If the script file is missing, the previous script stays.
        const scripted = text === undefined ? {} : { script: text };
        if (kind === 'workspace') return { ...own, ...scripted };
        if (kind === 'folder') {
          // Without a folder.yml, the previous fields stay.
          const rest = file.hash === '' ? remembered : undefined;
          return { ...own, ...rest, path: folderOf.get(getDirectory(file.path)), ...scripted };
        }
        const folder = folderOf.get(getDirectory(file.path)) ?? '';
        return { ...own, needs: idsOf(own.needs ?? [], file.path, base), folder, ...scripted };
      };
      return [id, { id, kind, file, script, content, fields }];
    },
  );
  yield undefined;
  for (const [, { kind, file, content, fields }] of found) {
    if (isRequestKind(kind) && content) warnings.push(...findUnresolvedDependencies(file.path, fields()));
    yield undefined;
  }
  const all = found.map(([, one]) => one);
  warnings.push(...findBaseWarnings(all, state.stored));
  // The position of an unchanged file is remembered beside its other fields, which take time to decode.
  warnings.push(
    ...findPositionWarnings(all, ({ id, content }) =>
      content === null ? (byId.get(id)?.seq ?? null) : getSeq(content.fields),
    ),
  );
  warnings.push(...(yield* findDependencyCycles(all)), ...findCertificateWarnings(all));
  return { found: new Map(found), directories, invalid, warnings, blocked };
}
