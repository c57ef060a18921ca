import type { RpcMethods } from '@tandem/rpc/client';

/** The requests and folders that use a name. The server may not list all of them. */
export type NameUses = Omit<RpcMethods['environments_uses']['result']['uses'][number], 'name'>;

/** A request or folder that uses a name. */
export interface UseLine {
  readonly kind: 'request' | 'folder';
  readonly id: string;
  /** The id of the request, or the path of the folder, that the line opens. */
  readonly key: string;
  readonly name: string;
  readonly places: readonly ('text' | 'script')[];
}

/** Maximum number of lines that are shown at once. */
export const maxShownUses = 50;

const listLines = ({ requests, folders }: NameUses): readonly UseLine[] => [
  ...requests.map(({ id, name, places }) => ({ kind: 'request' as const, id, key: id, name, places })),
  ...folders.map(({ id, path, places }) => ({
    kind: 'folder' as const,
    id,
    key: path,
    name: path === '' ? 'The workspace' : path,
    places,
  })),
];

/** Selects the first lines that contain `search`, ignoring case, and counts the uses that are not shown. */
export const filterUses = (
  uses: NameUses,
  search: string,
): { readonly lines: readonly UseLine[]; readonly hidden: number } => {
  const wanted = search.trim().toLowerCase();
  const all = listLines(uses);
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const unlisted = uses.requestCount + uses.folderCount - all.length;
  const lines = found.slice(0, maxShownUses);
  return { lines, hidden: found.length - lines.length + unlisted };
};
