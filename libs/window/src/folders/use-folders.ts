import type { RpcMethods } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';

/** The folders of a workspace, as the server lists them. */
export type FolderList = RpcMethods['folders_list']['result'];

/** Where the folders of the active workspace are kept. */
export const foldersKey = ['folders'];

export const listFolders = (link: Link): Promise<FolderList> => link.call('folders_list', {});

const none: FolderList['folders'] = [];

/** The folders of the active workspace in the order of the tree, kept up to date by change events. */
export const useFolders = (): FolderList['folders'] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: foldersKey,
    queryFn: () => listFolders(link),
    enabled,
    staleTime: 5_000,
  });
  return data?.folders ?? none;
};

/** The paths of the folders of the active workspace in the order of the tree. */
export const useFolderPaths = (): readonly string[] => {
  const folders = useFolders();
  return useMemo(() => folders.map(({ path }) => path), [folders]);
};
