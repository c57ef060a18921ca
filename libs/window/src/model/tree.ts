import type { Summary } from './saved-request.js';

/** A line of the tree. */
export type TreeLine =
  | {
      readonly kind: 'folder';
      /** Folder names joined by a slash. */
      readonly path: string;
      readonly name: string;
      /** 1 at the top. */
      readonly level: number;
      readonly isOpen: boolean;
      readonly position: number;
      readonly siblings: number;
    }
  | {
      readonly kind: 'request';
      readonly request: Summary;
      readonly level: number;
      readonly position: number;
      readonly siblings: number;
    };

interface Node {
  readonly folders: Map<string, Node>;
  readonly requests: Summary[];
}

const emptyNode = (): Node => ({ folders: new Map(), requests: [] });

const grow = (requests: readonly Summary[]): Node => {
  const root = emptyNode();
  for (const request of requests) {
    let node = root;
    for (const name of request.folder.split('/').filter(Boolean)) {
      const next = node.folders.get(name) ?? emptyNode();
      node.folders.set(name, next);
      node = next;
    }
    node.requests.push(request);
  }
  return root;
};

const linesOf = (
  node: Node,
  path: string,
  level: number,
  isClosed: (path: string) => boolean,
): readonly TreeLine[] => {
  const siblings = node.folders.size + node.requests.length;
  const folders = [...node.folders].sort(([a], [b]) => a.localeCompare(b));
  const inFolders = folders.flatMap(([name, inside], index): readonly TreeLine[] => {
    const here = path === '' ? name : `${path}/${name}`;
    const isOpen = !isClosed(here);
    const line: TreeLine = { kind: 'folder', path: here, name, level, isOpen, position: index + 1, siblings };
    return isOpen ? [line, ...linesOf(inside, here, level + 1, isClosed)] : [line];
  });
  const inNode = node.requests.map((request, index): TreeLine => ({
    kind: 'request',
    request,
    level,
    position: folders.length + index + 1,
    siblings,
  }));
  return [...inFolders, ...inNode];
};

/** Whether every word of `search` is somewhere in the request's name, folder, method or URL. */
export const matches = ({ name, folder, method, url }: Summary, search: string): boolean => {
  const text = `${name} ${folder} ${method} ${url}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** The lines that are to be seen: folders by name before requests in their order; a search opens all folders. */
export const treeLines = (
  requests: readonly Summary[],
  closed: ReadonlySet<string>,
  search: string,
): readonly TreeLine[] =>
  search.trim() === ''
    ? linesOf(grow(requests), '', 1, (path) => closed.has(path))
    : linesOf(grow(requests.filter((one) => matches(one, search.trim()))), '', 1, () => false);

/** A key that identifies a line. */
export const keyOf = (line: TreeLine): string =>
  line.kind === 'folder' ? `folder ${line.path}` : line.request.id;

/** Where the focus goes from the line at `at` when `rest` is left: to the one below in its folder, else above, else below. */
export const neighbourOf = (
  lines: readonly TreeLine[],
  at: number,
  rest: readonly TreeLine[],
): string | undefined => {
  const left = new Set(rest.map(keyOf));
  const below = lines.slice(at + 1);
  const sibling = below.slice(0, 1).filter(({ level }) => level === lines[at]?.level);
  return [...sibling, ...lines.slice(0, at).reverse(), ...below].map(keyOf).find((key) => left.has(key));
};
