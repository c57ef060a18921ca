import { type FolderBase, folderDefaults } from '@tandem/core';

import { parseFields, type SomeFields } from '../document/fields.js';

export const manifestPath = 'opencollection.yml';

/** What folders and workspaces had in the app before it knew these fields: nothing. */
export const knownBefore: SomeFields = folderDefaults;

const hasDefaults = ({ kind }: FolderBase): boolean => kind === 'folder' || kind === 'workspace';

export const fieldsOfBase = (base: FolderBase): SomeFields => ({
  ...(hasDefaults(base) ? knownBefore : {}),
  ...parseFields(base.fields),
});

/** Whether the file was read for all that can be read now; an older version knew neither headers of a workspace nor all kinds of auth. */
export const isWhole = ({ kind, fields }: FolderBase, text: string): boolean =>
  kind === 'workspace'
    ? fields.includes('"headers":')
    : !fields.includes('"auth":{"type":"none"}') || !/\bauth:(?!\s*["']?none\b)/.test(text);
