import {
  type FolderBase,
  folderDefaults,
  type FolderKind,
  type FolderState,
  getKindRecord,
  isRequestKind,
  findRequestKind,
  type WorkspaceFolder,
} from '@tandem/core';

import { emptyFolder } from '../document/folder.js';
import { getFolder, parseFields, type SomeFields } from '../document/fields.js';
import { toBaseDataFolder } from '../files/data-folder.js';

/** The values of fields that older versions did not store for folders and workspaces: their defaults. */
export const previousDefaults: SomeFields = folderDefaults;

const hasExamples = (kind: FolderKind): boolean =>
  isRequestKind(kind) && 'examples' in getKindRecord(kind).fields;

const getDefaults = ({ kind }: FolderBase): SomeFields => {
  if (kind === 'workspace') return previousDefaults;
  if (kind === 'folder') return emptyFolder;
  if (kind === 'environment') return { description: '', extends: '', guard: null };
  if (!isRequestKind(kind)) return {};
  return { requestVariables: [], needs: [], ...(hasExamples(kind) ? { examples: [] } : {}) };
};

export const getBaseFields = (base: FolderBase): SomeFields => ({
  ...getDefaults(base),
  ...parseFields(base.fields),
});

/** Whether every dependency was resolved to an id. */
const hasKnownDependencies = (fields: string, text: string): boolean =>
  !/\bneeds["']?\s*:/.test(text) ||
  (parseFields(fields).needs?.every((need) => findRequestKind(need)) ?? false);

/**
 * Says whether the base has all fields that the current version reads. Older versions did not know the order inside folders, connections
 * and script order of a workspace, some kinds of auth, variables, dependencies and examples of a request, or the base and guard of an
 * environment. Dependencies that did not resolve are looked up again.
 */
export const isCompleteBase = ({ kind, fields }: FolderBase, text: string): boolean =>
  kind === 'workspace'
    ? fields.includes('"connections":') &&
      (fields.includes('"order":') || !/\border["']?\s*:\s*["']?mixed/.test(text)) &&
      (fields.includes('"scriptFlow":') || !/\bflow["']?\s*:\s*["']?(?:sandwich|sequential)/.test(text))
    : kind === 'environment'
      ? (fields.includes('"extends":') || !/^["']?(?:extends|description)["']?\s*:/m.test(text)) &&
        (fields.includes('"guard":') || !/\b(?:protected|agents)["']?\s*:/.test(text))
      : !fields.includes('"type":"unsupported"') &&
        (kind !== 'folder' || fields.includes('"order":') || !/\border["']?\s*:\s*["']?mixed/.test(text)) &&
        (!isRequestKind(kind) ||
          fields.includes('"requestVariables":') ||
          !/^["']?runtime["']?\s*:/m.test(text)) &&
        (!isRequestKind(kind) || hasKnownDependencies(fields, text)) &&
        (!hasExamples(kind) || fields.includes('"examples":') || !/^["']?examples["']?\s*:/m.test(text)) &&
        (!fields.includes('"auth":{"type":"none"}') ||
          !/\bauth["']?\s*:(?!\s*["']?none["']?\s*(?:#|$))/m.test(text));

/** The folder of an entity as its base stores it. For a workspace, it is the data folder. */
export const toBaseFolder = (kind: FolderKind, fields: SomeFields, dataFolder: string): string => {
  if (kind !== 'workspace') return getFolder(fields);
  return toBaseDataFolder(dataFolder);
};

/** Builds the location of a workspace's files: its path, and its base, which names its data folder. */
export const toWorkspaceFolder = ({ path, memory, workspaceId }: FolderState): WorkspaceFolder => ({
  path,
  base: memory.bases.find(({ kind, id }) => kind === 'workspace' && id === workspaceId) ?? null,
});
