import { type FolderBase, folderDefaults, isRequestKind, kindOfRequestId } from '@tandem/core';

import { emptyFolder } from '../document/folder.js';
import { parseFields, type SomeFields } from '../document/fields.js';

/** What folders and workspaces had in the app before it knew these fields: nothing. */
export const knownBefore: SomeFields = folderDefaults;

const defaultsOf = ({ kind }: FolderBase): SomeFields => {
  if (kind === 'workspace') return knownBefore;
  if (kind === 'folder') return emptyFolder;
  if (kind === 'environment') return { description: '', extends: '' };
  return isRequestKind(kind) ? { requestVariables: [], needs: [] } : {};
};

export const fieldsOfBase = (base: FolderBase): SomeFields => ({
  ...defaultsOf(base),
  ...parseFields(base.fields),
});

/** Whether all its needs are known by their ids. */
const knowsNeeds = (fields: string, text: string): boolean =>
  !/\bneeds["']?\s*:/.test(text) ||
  (parseFields(fields).needs?.every((need) => kindOfRequestId(need)) ?? false);

/**
 * Whether the file was read for all that can be read now: an older version knew neither connections and script order of a workspace nor all
 * kinds of auth, nor a request's own variables and needs, nor the base of an environment. A need that led nowhere is looked for
 * again.
 */
export const isWhole = ({ kind, fields }: FolderBase, text: string): boolean =>
  kind === 'workspace'
    ? fields.includes('"connections":') &&
      (fields.includes('"scriptFlow":') || !/\bflow["']?\s*:\s*["']?(?:sandwich|sequential)/.test(text))
    : kind === 'environment'
      ? fields.includes('"extends":') || !/^["']?(?:extends|description)["']?\s*:/m.test(text)
      : !fields.includes('"type":"unsupported"') &&
        (!isRequestKind(kind) ||
          fields.includes('"requestVariables":') ||
          !/^["']?runtime["']?\s*:/m.test(text)) &&
        (!isRequestKind(kind) || knowsNeeds(fields, text)) &&
        (!fields.includes('"auth":{"type":"none"}') ||
          !/\bauth["']?\s*:(?!\s*["']?none["']?\s*(?:#|$))/m.test(text));
