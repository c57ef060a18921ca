import { type FolderBase, folderDefaults, isRequestKind } from '@tandem/core';

import { emptyFolder } from '../document/folder.js';
import { parseFields, type SomeFields } from '../document/fields.js';

/** What folders and workspaces had in the app before it knew these fields: nothing. */
export const knownBefore: SomeFields = folderDefaults;

const defaultsOf = ({ kind }: FolderBase): SomeFields => {
  if (kind === 'workspace') return knownBefore;
  if (kind === 'folder') return emptyFolder;
  if (kind === 'environment') return { description: '', extends: '' };
  return isRequestKind(kind) ? { requestVariables: [] } : {};
};

export const fieldsOfBase = (base: FolderBase): SomeFields => ({
  ...defaultsOf(base),
  ...parseFields(base.fields),
});

/**
 * Whether the file was read for all that can be read now: an older version knew neither connections of a workspace nor all
 * kinds of auth, nor a request's own variables, nor the base of an environment.
 */
export const isWhole = ({ kind, fields }: FolderBase, text: string): boolean =>
  kind === 'workspace'
    ? fields.includes('"connections":')
    : kind === 'environment'
      ? fields.includes('"extends":') || !/^["']?(?:extends|description)["']?\s*:/m.test(text)
      : !fields.includes('"type":"unsupported"') &&
        (!isRequestKind(kind) ||
          fields.includes('"requestVariables":') ||
          !/^["']?runtime["']?\s*:/m.test(text)) &&
        (!fields.includes('"auth":{"type":"none"}') ||
          !/\bauth["']?\s*:(?!\s*["']?none["']?\s*(?:#|$))/m.test(text));
