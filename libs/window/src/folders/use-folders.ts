import type { RpcMethods } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Folder,
  type Inheritance,
  resolveInheritance,
  listPathsTo,
  type InheritedPair,
  type InheritingRequest,
  type Pair,
} from '@tandem/core';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import { useShow } from '../shell/page.js';
import { focusTab } from '../shell/panes.js';
import { formatFolderKey, type MixedLevels } from './tree/tree.js';

/** The inheritable settings that a request or folder defines itself. */
export type OwnValues = Omit<InheritingRequest, 'folder'>;

/** The own values of a request or folder that defines nothing itself and inherits its auth. */
export const noOwnValues: OwnValues = {
  headers: [],
  auth: { type: 'inherit' },
  requestVariables: [],
  settings: {},
};

/** Describes from which folder a value is inherited. */
export const formatSource = (path: string): string => (path === '' ? 'from the workspace' : `from ${path}`);

/** A header or variable of a folder, and whether an inner folder or the request overrides it. */
export type FolderPair = InheritedPair & { readonly from: string; readonly isOverridden: boolean };

const listFolderPairs = (
  around: readonly Folder[],
  pairsOf: (folder: Folder) => readonly Pair[],
  isUsed: (one: Pair, path: string) => boolean,
): readonly FolderPair[] =>
  around.flatMap((folder) =>
    pairsOf(folder)
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map((one) => ({ ...one, from: folder.path, isOverridden: !isUsed(one, folder.path) })),
  );

/** The enabled headers of the enclosing folders, outermost first, with overridden ones marked. */
export const listInheritedHeaders = (
  around: readonly Folder[],
  folder: string,
  own: OwnValues,
): readonly FolderPair[] => {
  const sent = resolveInheritance(around, { ...own, folder }).headers;
  return listFolderPairs(
    around,
    ({ headers }) => headers,
    ({ name }, path) => sent.some((other) => other.from === path && other.name === name),
  );
};

/** Lists the enabled variables of the enclosing folders, outermost first, with overridden ones marked. */
export const listInheritedVariables = (
  around: readonly Folder[],
  folder: string,
  own: readonly Pair[],
): readonly FolderPair[] => {
  const { variables } = resolveInheritance(around, { ...noOwnValues, requestVariables: own, folder });
  return listFolderPairs(
    around,
    (one) => one.variables,
    ({ name }, path) => variables.find((other) => other.name === name)?.from === path,
  );
};

const noFolders: readonly Folder[] = [];

/** Loads folders of the active workspace by id or path; "" is the workspace itself. */
const useLoadedFolders = (refs: readonly string[]) => {
  const link = useLink();
  const workspaceId = useStatus()?.workspace?.id;
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.folderContent, workspaceId, ...refs],
    queryFn: async (): Promise<readonly Folder[]> => {
      const read = await Promise.all(refs.map((id) => link.call('folders_get', { id })));
      return read.map(({ folder }) => folder);
    },
    enabled: isOpen && workspaceId !== undefined,
    retry: false,
  });
};

/** Creates the cache key of a folder that is loaded separately, by its id or path. */
export const createFolderContentKey = ({ workspaceId }: Folder, ref: string): readonly unknown[] => [
  ...queryKeys.folderContent,
  workspaceId,
  ref,
];

/** Loads a folder of the active workspace by its id, or the workspace itself by ""; undefined until it is loaded. */
export const useFolderContent = (ref: string) => {
  const { data, error } = useLoadedFolders([ref]);
  return { folder: data?.[0], error };
};

/** The workspace and the folders down to `folder`, outermost first. */
export const useEnclosingFolders = (folder: string): readonly Folder[] =>
  useLoadedFolders(['', ...(folder === '' ? [] : listPathsTo(folder))]).data ?? noFolders;

/** Loads the settings that an item in `folder` inherits, each with the folder that it comes from. */
export const useInheritance = (folder: string, own: OwnValues = noOwnValues): Inheritance => {
  const around = useEnclosingFolders(folder);
  return useMemo(() => resolveInheritance(around, { ...own, folder }), [around, own, folder]);
};

/** Returns a function that opens the settings of a folder, by its path; "" is the workspace. */
export const useShowFolder = (): ((path: string) => void) => {
  const show = useShow();
  const folders = useFolders();
  return (path) => {
    const key = path === '' ? 'workspace' : folders.find((one) => one.path === path)?.id;
    if (key === undefined) return;
    show(key);
    focusTab(key);
  };
};

/** The folders of a workspace, as the server lists them. */
export type FolderList = RpcMethods['folders_list']['result'];

/** Lists the folders of a workspace; by default of the active one. */
export const listFolders = (link: Pick<Link, 'call'>, workspaceId?: string): Promise<FolderList> =>
  link.call('folders_list', workspaceId === undefined ? {} : { workspaceId });

const noListedFolders: FolderList['folders'] = [];

/** The folders of the active workspace in tree order, kept up to date by change events. */
export const useFolders = (): FolderList['folders'] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: queryKeys.folders,
    queryFn: () => listFolders(link),
    enabled,
    staleTime: 5_000,
  });
  return data?.folders ?? noListedFolders;
};

const noMixedLevels: MixedLevels = new Map();

/** Reads the ids of the requests in one folder or in all folders, in order, and the order of mixed folders. */
export const readOrder = async (link: Pick<Link, 'call'>, folder?: string) => {
  const { ids, mixed = [] } = await link.call('requests_order', folder === undefined ? {} : { folder });
  const levels: MixedLevels = new Map(
    mixed.map(({ path, entries }) => [
      path,
      entries.map((one) => (one.kind === 'folder' ? formatFolderKey(one.path) : one.id)),
    ]),
  );
  return { ids, mixed: levels };
};

/** The order of entries in folders that mix folders and requests. It is only loaded if the workspace has such folders. */
export const useMixedLevels = (): MixedLevels => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  const { data: list } = useQuery({
    queryKey: queryKeys.folders,
    queryFn: () => listFolders(link),
    enabled: isOpen,
    staleTime: 5_000,
  });
  const { data } = useQuery({
    queryKey: queryKeys.mixedLevels,
    queryFn: async () => (await readOrder(link)).mixed,
    enabled: isOpen && (list?.mixed ?? []).length > 0,
    staleTime: 5_000,
  });
  return (list?.mixed ?? []).length > 0 ? (data ?? noMixedLevels) : noMixedLevels;
};

/** The paths of the folders of the active workspace, in tree order. */
export const useFolderPaths = (): readonly string[] => {
  const folders = useFolders();
  return useMemo(() => folders.map(({ path }) => path), [folders]);
};
