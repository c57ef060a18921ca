import type { RpcMethods } from '@tandem/rpc/client';

/** The content of a folder, as the server found it. */
export type FoundFolder = RpcMethods['workspaces_look']['result'];

/** The notice before a folder is opened, and the button that opens it anyway. */
export interface FolderNotice {
  readonly words: string;
  readonly act: string;
  /** Whether the folder has to be created. */
  readonly create: boolean;
}

/** Maximum number of listed names in a folder. */
const maxNames = 3;

const list = (names: readonly string[]): string => {
  const first = names.slice(0, maxNames);
  return names.length > first.length ? `${first.join(', ')} and more` : first.join(', ');
};

/**
 * Why a folder is not opened immediately; undefined for a workspace, an empty folder and one that is converted first.
 */
export const createFolderNotice = ({ kind, names }: FoundFolder): FolderNotice | undefined => {
  switch (kind) {
    case 'workspace':
    case 'empty':
    case 'bruno':
      // A separate dialog asks how to convert a collection of .bru files.
      return undefined;
    case 'missing':
      return { words: 'This folder does not exist.', act: 'Create it', create: true };
    case 'unreadable':
      return {
        words: 'The opencollection.yml in this folder cannot be read. Nothing is read until it is repaired.',
        act: 'Open it anyway',
        create: false,
      };
    case 'other':
      return {
        words: `This folder holds no workspace, but ${list(names)}. Opening it starts an empty workspace beside these files.`,
        act: 'Open it anyway',
        create: false,
      };
  }
};
