import { type Auth, type FolderFieldsOf, folderDefaults, FolderOrder } from '@tandem/core';

import { parseAuth, toAuthTree } from './auth.js';
import { parsePairs, toPairTree, parseVariables, toVariableTree } from './body.js';
import type { FieldShape, SomeFields } from './fields.js';
import { toBrunoPart, parseForeign } from './foreign.js';
import {
  nestUnlessEmpty,
  settingNames,
  listSettingsShapes,
  parseSettings,
  toSettingsTree,
} from './request.js';
import type { ExpectedShape } from '../yaml/shape.js';
import { getAtPath, toMap, type Path, toText, type Tree, type TreeMap, includeIf } from '../yaml/tree.js';

/** The inherited fields in the document. A script has its own file. */
type InheritedFields = Pick<
  FolderFieldsOf['folder'],
  'headers' | 'auth' | 'variables' | 'foreign' | 'settings'
>;

/**
 * The auth of a folder. As in Bruno, a missing entry means Inherit. Bruno also leaves out the entry for None, but then sends the auth of
 * the parent folder, so Tandem writes None.
 */
const toFolderAuthTree = (auth: Auth): Tree | undefined => {
  if (auth.type === 'inherit') return undefined;
  return auth.type === 'none' ? 'none' : toAuthTree(auth);
};

const parseFolderAuth = (tree: unknown): Auth =>
  tree === undefined || tree === null ? { type: 'inherit' } : parseAuth(tree);

/** The fields that requests inherit, under OpenCollection's key for them. */
export const toInheritedTree = ({
  headers,
  auth: own,
  variables,
  foreign,
  settings,
}: InheritedFields): TreeMap => {
  const auth = toFolderAuthTree(own);
  const http = toSettingsTree(settings);
  const request = {
    ...nestUnlessEmpty('headers', headers.map(toPairTree)),
    ...(auth === undefined ? {} : { auth }),
    ...nestUnlessEmpty('variables', variables.map(toVariableTree)),
    ...toBrunoPart(foreign),
    ...includeIf(Object.keys(http).length > 0, { settings: { http } }),
  };
  return includeIf(Object.keys(request).length > 0, { request }) as TreeMap;
};

/** The order inside a folder or workspace, under our key. */
export const toOrderTree = (order: FolderOrder): TreeMap =>
  includeIf(order !== folderDefaults.order, { order }) as TreeMap;

/**
 * Reads the order. If our key is missing, the previous order stays.
 * @param own the value under our key
 */
export const parseOrder = (own: unknown, base: SomeFields | undefined): FolderOrder => {
  if (own === undefined) return base?.order ?? folderDefaults.order;
  const { order } = toMap(own);
  return FolderOrder.is(order) ? order : folderDefaults.order;
};

/** Notes as stored in the file of a folder or collection. Bruno stores them with a type, but the notes of a request as plain text. */
export const toNotesTree = (description: string): TreeMap =>
  includeIf(description !== '', { docs: { content: description, type: 'text/markdown' } }) as TreeMap;

export const parseNotes = (tree: unknown): string =>
  toText(toMap(tree).docs) ?? toText(getAtPath(tree, ['docs', 'content'])) ?? '';

/** How each inherited field is merged. */
export const inheritedShapes = {
  headers: 'pairs',
  auth: 'scalar',
  variables: 'pairs',
  script: 'text',
  foreign: 'scalar',
  settings: 'record',
} as const satisfies Record<keyof InheritedFields | 'script', FieldShape>;

/** The path in a document under which each inherited field is stored. */
export const inheritedPaths = {
  headers: [['request', 'headers']],
  auth: [['request', 'auth']],
  variables: [['request', 'variables']],
  settings: Object.values(settingNames).map((name) => ['request', 'settings', 'http', name]),
} as const satisfies Record<Exclude<keyof InheritedFields, 'foreign'>, readonly Path[]>;

export const inheritedFieldShapes: readonly ExpectedShape[] = [
  [['request'], 'map'],
  [['request', 'headers'], 'list'],
  [['request', 'variables'], 'list'],
  [['request', 'auth'], 'auth'],
  [['request', 'settings'], 'map'],
  ...listSettingsShapes(['request', 'settings', 'http']),
];

/**
 * Reads the inherited fields. When Bruno saves a folder, it drops the folder's settings and our key. The previous values then stay.
 * @param own the value under our key
 */
export const parseInherited = (
  tree: unknown,
  own: unknown,
  base: SomeFields | undefined,
): InheritedFields => {
  const { headers, auth, variables, settings } = toMap(toMap(tree).request);
  const isDropped = settings === undefined && own === undefined;
  return {
    headers: parsePairs(headers),
    auth: parseFolderAuth(auth),
    variables: parseVariables(variables),
    foreign: parseForeign(own, toMap(tree).request, base),
    settings: (isDropped ? base?.settings : undefined) ?? parseSettings(getAtPath(settings, ['http'])),
  };
};
