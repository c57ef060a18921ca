import type { RpcMethods } from '@tandem/rpc/client';

/** The content of a folder, as the server found it. */
export type FoundFolder = RpcMethods['workspaces_look']['result'];

/** A notice that is shown before a folder is opened, and the label of the button that opens it. */
export interface FolderNotice {
  readonly words: string;
  readonly act: string;
  /** Whether the folder has to be created. */
  readonly create: boolean;
}

/** Maximum number of names from a folder that are listed. */
const maxNames = 3;

const joinNames = (names: readonly string[]): string => {
  const first = names.slice(0, maxNames);
  return names.length > first.length ? `${first.join(', ')} and more` : first.join(', ');
};

/**
 * Creates the notice about a folder that is not opened right away; undefined for a workspace, an empty folder, and a folder that has to be
 * converted first.
 */
export const createFolderNotice = ({ kind, names }: FoundFolder): FolderNotice | undefined => {
  switch (kind) {
    case 'workspace':
    case 'empty':
    case 'bruno':
      // A collection of .bru files has a dialog of its own, which asks how to convert it.
      return undefined;
    case 'missing':
      return { words: 'This folder does not exist.', act: 'Create it', create: true };
    case 'unreadable':
      return {
        words: 'The opencollection.yml in this folder cannot be read. Nothing is read until it is fixed.',
        act: 'Open it anyway',
        create: false,
      };
    case 'other':
      return {
        words: `This folder is not a workspace. It contains ${joinNames(names)}. Opening it creates an empty workspace next to these files.`,
        act: 'Open it anyway',
        create: false,
      };
  }
};
