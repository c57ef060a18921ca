import { type Folder, type Inheritance, inheritanceOf, pathsTo } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { nothingOwn, type OwnValues } from './inherited.js';
import { useStatus } from '../link/use-status.js';

/** Where folders that were read whole are kept. */
export const folderContentKey = ['folder'];

const none: readonly Folder[] = [];

/** Reads folders of the active workspace by their ids or paths, "" for the workspace itself. */
const useRead = (refs: readonly string[]) => {
  const link = useLink();
  const workspaceId = useStatus()?.workspace?.id;
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...folderContentKey, workspaceId, ...refs],
    queryFn: async (): Promise<readonly Folder[]> => {
      const read = await Promise.all(refs.map((id) => link.call('folders_get', { id })));
      return read.map(({ folder }) => folder);
    },
    enabled: isOpen && workspaceId !== undefined,
    retry: false,
  });
};

/** Where a folder is kept that was read by its id or path alone. */
export const keyOfContent = ({ workspaceId }: Folder, ref: string): readonly unknown[] => [
  ...folderContentKey,
  workspaceId,
  ref,
];

/** A folder of the active workspace by its id, or the workspace itself by "", once it was read. */
export const useFolderContent = (ref: string) => {
  const { data, error } = useRead([ref]);
  return { folder: data?.[0], error };
};

/** The workspace and the folders down to `folder`, outermost first. */
export const useAround = (folder: string): readonly Folder[] =>
  useRead(['', ...(folder === '' ? [] : pathsTo(folder))]).data ?? none;

/** What something in `folder` gets, and from where. */
export const useInheritance = (folder: string, own: OwnValues = nothingOwn): Inheritance => {
  const around = useAround(folder);
  return useMemo(() => inheritanceOf(around, { ...own, folder }), [around, own, folder]);
};
