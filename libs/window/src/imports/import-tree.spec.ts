import { describe, expect, it } from 'vitest';

import {
  toImportChoice,
  listInitiallyClosed,
  countSelected,
  listImportLines,
  createImportTree,
  listLeafKeys,
  toggleNode,
  type ImportPlan,
} from './import-tree.js';

const none: ReadonlySet<string> = new Set();

const request = (folder: string, name: string, path?: string) => ({
  ...{ folder, name, method: 'GET', url: 'http://a' },
  ...(path === undefined ? {} : { path }),
});

const plan = {
  dryRun: true,
  format: 'postman',
  why: '',
  folder: 'Shop',
  counts: { folders: 4, requests: 4, environments: 1, secrets: 1, leftOut: 0 },
  requests: [
    request('', 'Users', 'Users 2'),
    request('Users', 'List'),
    request('Users/Deep', 'Find'),
    request('Users', 'List', 'Users/List 2'),
  ],
  environments: [
    { name: 'Shop 2', original: 'Shop', variables: ['a'], secrets: ['token'] },
    { name: 'Other', variables: [], secrets: [] },
  ],
  leftOut: [],
  folders: ['Users', 'Users/Deep', 'Nothing'],
} as const satisfies ImportPlan;

const tree = createImportTree(plan);
const [root, environments] = tree;
if (root === undefined || environments === undefined) throw new Error('The tree has two roots');

/** The lines as an outline that marks selected ones. */
const outline = (left: ReadonlySet<string>, closed = none) =>
  listImportLines(tree, left, closed).map(
    ({ node, level, taken }) =>
      `${'  '.repeat(level - 1)}${taken === 'mixed' ? '-' : taken ? 'x' : ' '} ${node.name}`,
  );

const find = (key: string) => {
  const found = listImportLines(tree, none, none).find(({ node }) => node.key === key);
  if (found === undefined) throw new Error(`There is no ${key}`);
  return found.node;
};

describe('the tree of an import', () => {
  it(
    'contains the folder of the import and its environments, all selected',
    { tags: 'import:window' },
    () => {
      expect(outline(none)).toEqual([
        'x Shop',
        '  x Users',
        '    x Deep',
        '      x Find',
        '    x List',
        '    x List',
        '  x Nothing',
        '  x Users',
        'x Environments',
        '  x Shop 2',
        '  x Other',
      ]);
      expect(
        listImportLines(tree, none, none).map(({ position, siblings }) => `${position}/${siblings}`),
      ).toEqual(['1/2', '1/3', '1/3', '1/1', '2/3', '3/3', '2/3', '3/3', '2/2', '1/2', '2/2']);
    },
  );

  it('shows whether a folder is fully, partly or not selected', { tags: 'import:window' }, () => {
    const left = toggleNode(find('request Users/List 2'), none);
    expect(outline(left).slice(0, 7)).toEqual([
      '- Shop',
      '  - Users',
      '    x Deep',
      '      x Find',
      '    x List',
      '      List',
      '  x Nothing',
    ]);
    expect(toImportChoice(tree, left)).toEqual({ without: ['Users/List 2'] });
    // A click on a partly selected folder first selects all of it; the next click deselects it.
    const whole = toggleNode(find('folder Users'), left);
    expect(whole).toEqual(none);
    const without = toggleNode(find('folder Users'), whole);
    expect(toImportChoice(tree, without)).toEqual({ without: ['Users'] });
    expect(countSelected(tree, without)).toEqual({ requests: 1, environments: 2 });
  });

  it('describes a full selection briefly', { tags: 'import:window' }, () => {
    expect(toImportChoice(tree, none)).toEqual({});
    expect(toImportChoice(tree, new Set(listLeafKeys(root)))).toEqual({ only: [] });
    expect(toImportChoice(tree, new Set(listLeafKeys(environments)))).toEqual({ environments: [] });
    expect(toImportChoice(tree, toggleNode(find('environment Other'), none))).toEqual({
      environments: ['Shop'],
    });
    expect(toImportChoice(tree, toggleNode(find('folder Nothing'), none))).toEqual({ without: ['Nothing'] });
  });

  it(
    'starts with all folders open, or with only the outer folder open in a large import',
    { tags: 'import:window' },
    () => {
      expect(listInitiallyClosed(tree)).toEqual(none);
      const many = Array.from({ length: 200 }, (_, at) => request(`F${at % 2}`, `R${at}`));
      const large = createImportTree({ ...plan, requests: many, folders: ['F0', 'F1'] });
      const lines = listImportLines(large, none, listInitiallyClosed(large));
      expect(lines.map(({ node }) => node.name)).toEqual([
        'Shop',
        'F0',
        'F1',
        'Environments',
        'Shop 2',
        'Other',
      ]);
    },
  );

  it(
    'shows what an update changes, and what was removed from the document',
    { tags: 'import:window' },
    () => {
      const counts = { new: 1, changed: 0, unchanged: 0, gone: 1, deleted: 0, kept: 0 };
      const change = { fields: [], kept: [] };
      const changes = [
        { ...change, outcome: 'new', folder: 'a', name: 'R' },
        { ...change, outcome: 'gone', folder: 'b', name: 'G' },
      ] as const;
      const updating = createImportTree({ ...plan, update: { counts, changes } });
      expect(listImportLines(updating, none, none).map(({ node }) => node.name)).toEqual([
        'Shop',
        'a',
        'R',
        'b',
        'G',
      ]);
      const left = toggleNode(updating[0]?.children[1] ?? root, none);
      expect(toImportChoice(updating, left)).toEqual({ without: ['b'] });
    },
  );
});
