import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/phrases.js';

/** The items that an import creates or updates, or would create or update. */
export type ImportPlan = RpcMethods['imports_apply']['result'];

type Update = NonNullable<ImportPlan['update']>;

/** The effect of an update on a request. */
type ImportChange = Update['changes'][number];

/** Describes what a plan contains, in a sentence. */
export const describePlan = ({ counts, folder, update }: ImportPlan): string => {
  if (update !== undefined) return `It updates the folder “${folder}”: ${describeUpdate(update)}.`;
  const made = (
    [
      [counts.requests, 'request'],
      [counts.examples ?? 0, 'example'],
      [counts.folders, 'folder'],
      [counts.environments, 'environment'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => formatCount(count, noun))
    .join(', ');
  if (made === '') return 'It contains nothing to import.';
  return folder === '' ? `It contains ${made}.` : `It creates ${made} in the new folder “${folder}”.`;
};

interface Counts {
  readonly requests: number;
  readonly environments: number;
}

/** Describes how much of a plan is selected. */
export const describeSelectedCounts = (all: Counts, taken: Counts, isUpdate: boolean): string => {
  const requests = `${taken.requests} of ${formatCount(all.requests, isUpdate ? 'change' : 'request')}`;
  return all.environments > 0
    ? `Selected: ${requests},  ${taken.environments} of ${formatCount(all.environments, 'environment')}.`
    : `Selected: ${requests}.`;
};

/** Describes how many requests an update adds, changes, leaves unchanged, and marks as gone. */
export const describeUpdate = ({
  counts,
}: {
  readonly counts: Pick<Update['counts'], 'new' | 'changed' | 'unchanged' | 'gone'>;
}): string =>
  (['new', 'changed', 'unchanged', 'gone'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`)
    .join(', ');

/** Describes in a few words what happens to a request. */
const describeChange = ({ outcome, fields, kept }: ImportChange): string => {
  const words = [
    ...(outcome === 'changed' && fields.length > 0 ? [`updates ${fields.join(', ')}`] : []),
    ...(outcome === 'gone' ? ['is no longer in the document and gets the tag “gone”'] : []),
    ...(outcome === 'deleted' ? ['was deleted here and is not imported again'] : []),
    ...(kept.length > 0 ? [`keeps your ${kept.join(', ')}`] : []),
  ];
  return words.join('; ');
};

/** Describes what an import has done, in a sentence. */
export const describeAppliedPlan = ({ counts, folder, update, ...plan }: ImportPlan): string => {
  if (update !== undefined) return `Updated “${folder}”: ${describeUpdate(update)}.`;
  return [`Imported ${formatCount(counts.requests, 'request')}.`, ...describeActivation(plan)].join(' ');
};

/** Says which environment an import has activated, or which one has values that the active one lacks. */
export const describeActivation = ({
  activated,
  activate,
}: Pick<ImportPlan, 'activated' | 'activate'>): readonly string[] => [
  ...(activated === undefined ? [] : [`The environment ${activated} is active now.`]),
  ...(activate === undefined ? [] : [`Its requests need values of the environment ${activate}.`]),
];

/** Whether a line is selected: fully, not at all, or partly. */
export type CheckState = boolean | 'mixed';

/** A folder, request or environment of a plan. */
export interface ImportNode {
  readonly key: string;
  readonly name: string;
  /** Only `folder` and `environments` nodes have children. */
  readonly kind: 'folder' | 'request' | 'environments' | 'environment';
  /** Identifies the node in a selection. */
  readonly path: string;
  readonly method?: string;
  readonly outcome?: ImportChange['outcome'];
  /** Details shown after the name. */
  readonly note?: string;
  readonly children: readonly ImportNode[];
}

/** A line of the tree of a plan. */
export interface ImportLine {
  readonly node: ImportNode;
  /** 1 for the top level. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
  readonly taken: CheckState;
}

type MutableImportNode = Omit<ImportNode, 'children'> & { readonly children: MutableImportNode[] };

const createFolderNode = (path: string, name: string): MutableImportNode => ({
  key: `folder ${path}`,
  kind: 'folder',
  path,
  name,
  children: [],
});

/**
 * Groups the requests by folder. Folders come before requests, except in the folders `mixed`: in these, a folder has the position of
 * its first request.
 */
const buildTree = (folders: readonly string[], root: MutableImportNode, mixed: readonly string[] = []) => {
  const known = new Map([['', root]]);
  const folderAt = (path: string): MutableImportNode => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const cut = path.lastIndexOf('/');
    const made = createFolderNode(path, path.slice(cut + 1));
    known.set(path, made);
    folderAt(path.slice(0, Math.max(cut, 0))).children.push(made);
    return made;
  };
  for (const path of folders)
    if (!mixed.includes(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))) folderAt(path);
  return folderAt;
};

const getPath = ({
  folder,
  name,
  path,
}: {
  readonly folder: string;
  readonly name: string;
  readonly path?: string;
}) => path ?? (folder === '' ? name : `${folder}/${name}`);

const createLeaf = (
  kind: 'request' | 'environment',
  path: string,
  more: Pick<ImportNode, 'name'> & Partial<ImportNode>,
): MutableImportNode => ({
  key: `${kind} ${path}`,
  kind,
  path,
  ...more,
  children: [],
});

const createEnvironmentsNode = ({ environments }: ImportPlan): readonly MutableImportNode[] =>
  environments.length === 0
    ? []
    : [
        {
          key: 'environments',
          kind: 'environments',
          path: '',
          name: 'Environments',
          children: environments.map(({ name, original = name, variables, secrets }) => {
            const secretsNote =
              secrets.length === 0
                ? ''
                : `, ${formatCount(secrets.length, 'secret')} (${secrets.join(', ')})`;
            const note = `${formatCount(variables.length, 'variable')}${secretsNote}`;
            return createLeaf('environment', original, { name, note });
          }),
        },
      ];

/** Converts a plan to a tree: the folder of the import with its content, and the environments. */
export const createImportTree = (plan: ImportPlan): readonly ImportNode[] => {
  const root = createFolderNode('', plan.folder);
  if (plan.update !== undefined) {
    const folderAt = buildTree([], root);
    for (const change of plan.update.changes) {
      const { name, outcome } = change;
      const note = describeChange(change);
      folderAt(change.folder).children.push(
        createLeaf('request', getPath(change), { name, outcome, ...(note === '' ? {} : { note }) }),
      );
    }
    return root.children.length === 0 ? [] : [root];
  }
  const folderAt = buildTree(plan.folders ?? [], root, plan.mixed);
  for (const request of plan.requests) {
    const { name, method } = request;
    folderAt(request.folder).children.push(createLeaf('request', getPath(request), { name, method }));
  }
  // Add the folders without requests, which have no node yet.
  for (const path of plan.folders ?? []) folderAt(path);
  return [...(plan.folder === '' ? [] : [root]), ...createEnvironmentsNode(plan)];
};

/** Lists the selectable keys below a node: requests, environments and empty folders. */
export const listLeafKeys = (node: ImportNode): readonly string[] =>
  node.children.length === 0 ? [node.key] : node.children.flatMap(listLeafKeys);

const getCheckState = (node: ImportNode, left: ReadonlySet<string>): CheckState => {
  if (node.children.length === 0) return !left.has(node.key);
  const [first = true, ...others] = node.children.map((one) => getCheckState(one, left));
  return others.every((one) => one === first) ? first : 'mixed';
};

/** Lists the visible lines. */
export const listImportLines = (
  nodes: readonly ImportNode[],
  left: ReadonlySet<string>,
  closed: ReadonlySet<string>,
  level = 1,
): readonly ImportLine[] =>
  nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 && !closed.has(node.key);
    const line: ImportLine = {
      node,
      level,
      isOpen,
      position: index + 1,
      siblings: nodes.length,
      taken: getCheckState(node, left),
    };
    return isOpen ? [line, ...listImportLines(node.children, left, closed, level + 1)] : [line];
  });

/**
 * Returns the excluded keys after a node is toggled. If the node was fully selected, it is excluded with its content; otherwise it is
 * selected with its content.
 */
export const toggleNode = (node: ImportNode, left: ReadonlySet<string>): ReadonlySet<string> => {
  const leaves = listLeafKeys(node);
  const next = new Set(left);
  if (getCheckState(node, left) === true) for (const key of leaves) next.add(key);
  else for (const key of leaves) next.delete(key);
  return next;
};

/** Counts the selected requests and environments. */
export const countSelected = (nodes: readonly ImportNode[], left: ReadonlySet<string>) => {
  const count = { requests: 0, environments: 0 };
  const visit = (node: ImportNode): void => {
    if (node.kind === 'request' && !left.has(node.key)) count.requests += 1;
    if (node.kind === 'environment' && !left.has(node.key)) count.environments += 1;
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return count;
};

export interface ImportChoice {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  readonly environments?: readonly string[];
}

/** Converts a selection to arguments of the import: the excluded folders and items, in as few paths as possible. */
export const toImportChoice = (nodes: readonly ImportNode[], left: ReadonlySet<string>): ImportChoice => {
  if (left.size === 0) return {};
  const without: string[] = [];
  const visit = (node: ImportNode): void => {
    const taken = getCheckState(node, left);
    if (taken === false) without.push(node.path);
    else if (taken === 'mixed') node.children.forEach(visit);
  };
  const root = nodes.find(({ kind }) => kind === 'folder');
  const isRootTaken = root === undefined || getCheckState(root, left) !== false;
  if (root !== undefined && isRootTaken) visit(root);
  const all = nodes.find(({ kind }) => kind === 'environments')?.children ?? [];
  const taken = all.filter(({ key }) => !left.has(key)).map(({ path }) => path);
  return {
    ...(isRootTaken ? {} : { only: [] }),
    ...(without.length === 0 ? {} : { without }),
    ...(taken.length === all.length ? {} : { environments: taken }),
  };
};

/** Lists the folders that are closed at first: if the tree has many lines, all nested ones. */
export const listInitiallyClosed = (nodes: readonly ImportNode[]): ReadonlySet<string> => {
  const leaves = nodes.flatMap(listLeafKeys).length;
  const inner = (node: ImportNode): readonly string[] =>
    node.children.flatMap((one) => (one.children.length === 0 ? [] : [one.key, ...inner(one)]));
  return new Set(leaves <= maxOpenLeaves ? [] : nodes.flatMap(inner));
};

/** Maximum number of requests and environments that are shown before a folder is opened. */
const maxOpenLeaves = 100;
