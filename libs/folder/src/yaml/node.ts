import { variableTypes } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { Document, isMap, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

import { scriptTypes } from '../document/foreign.js';
import { isList, parseFlag, toMap, type Tree, type TreeMap } from './tree.js';

/** Matches words and forms that a reader of YAML 1.1 or 1.2 would not treat as text. */
const nonTextPattern = /^(?:true|false|yes|no|on|off|y|n|null|~|\.nan|[-+]?\.inf)$/i;

const plainText = /^[\p{L}/][\p{L}\p{N}_./:@?&=+,;()~$%*!'<>|^ -]*$/u;

/**
 * Characters that a block scalar cannot contain: carriage returns and other control characters, separators, byte
 * order marks, lone surrogates.
 */
const unprintable = /(?![\n\t])\p{Cc}|[\p{Zl}\p{Zp}\p{Cs}\ufeff\ufffe\uffff]/u;

const isPlain = (text: string): boolean =>
  plainText.test(text) && !nonTextPattern.test(text) && !/:(?:\s|$)|\s#|\s$/.test(text);

const isBlock = (text: string): boolean =>
  text.includes('\n') && !/^[ \t\n]/.test(text) && !unprintable.test(text) && !/[ \t](?:\n|$)/.test(text);

/** The canonical style of a text: plain if unambiguous, a block for multiple lines, otherwise quoted. */
export const chooseStyle = (text: string): 'PLAIN' | 'BLOCK_LITERAL' | 'QUOTE_DOUBLE' => {
  if (isBlock(text)) return 'BLOCK_LITERAL';
  return isPlain(text) ? 'PLAIN' : 'QUOTE_DOUBLE';
};

/** Creates a text scalar. */
const createTextNode = (text: string): Scalar<string> => {
  const node = new Scalar(text);
  node.type = chooseStyle(text);
  return node;
};

/**
 * The keys whose values are written without quotation marks, because other programs treat them as numbers and booleans. All other scalars
 * are text.
 */
const bareKeys = new Set([
  'protected',
  'perMinute',
  'seq',
  'disabled',
  'secret',
  'selected',
  'bundled',
  'format',
  'nth',
  'timeout',
  'followRedirects',
  'maxRedirects',
  'cookies',
  'verify',
  'port',
  'status',
  'inherit',
  'autoFetchToken',
  'autoRefreshToken',
  'secretIsBase64',
  'expiresIn',
]);

/** Creates a scalar that other programs treat as a number or boolean. */
const createPlainNode = (text: string): Scalar<string> => {
  const node = new Scalar(text);
  node.type = 'PLAIN';
  return node;
};

/** Creates a YAML node for `tree` under `key`. */
export const createNode = (tree: Tree, key = ''): Node => {
  if (typeof tree === 'string') return bareKeys.has(key) ? createPlainNode(tree) : createTextNode(tree);
  if (isList(tree)) {
    const seq = new YAMLSeq();
    seq.items = tree.map((item) => createNode(item));
    return seq;
  }
  const map = new YAMLMap();
  map.items = Object.entries(tree).flatMap(([name, value]) =>
    value === undefined ? [] : [new Pair(new Scalar(name), createNode(value, name))],
  );
  return map;
};

/** How documents are printed: two spaces, no folding. */
export const printOptions = { indent: 2, lineWidth: 0, minContentWidth: 0 } as const;

/** Prints a new document in canonical form, with a final newline. */
export const printNew = (tree: Tree): string => {
  const document = new Document(null, { schema: 'failsafe', version: '1.2' });
  document.contents = createNode(tree);
  return document.toString(printOptions);
};

const getKey = (key: unknown): unknown => (isScalar(key) ? key.value : key);

/** Returns what identifies an entry: the string itself, or the `name` of a map. */
const getEntryId = (id: unknown): string =>
  String(isMap(id) ? getKey(id.get('name', true)) : (toMap(id).name ?? getKey(id)));

const groupItems = (idKey: string, items: readonly unknown[]): Map<string, unknown[]> => {
  const found = new Map<string, unknown[]>();
  for (const item of items) {
    const name = isMap(item) ? getEntryId(item.get(idKey, true)) : '';
    const same = found.get(name);
    if (same) same.push(item);
    else found.set(name, [item]);
  }
  return found;
};

/** How to identify the entries of a list, and which of them Tandem reads: their types, with the keys that each type requires. */
interface Entries {
  readonly idKey: string;
  readonly types: ReadonlyMap<unknown, readonly string[]>;
  /** The only phase whose entries Tandem reads. */
  readonly phase?: string;
}

const pairTypes = [undefined, 'query', 'path', 'text', 'file'] as const;
const pairEntries: Entries = { idKey: 'name', types: new Map(pairTypes.map((type) => [type, []])) };
const certificateEntries: Entries = {
  idKey: 'domain',
  types: new Map([
    ['pem', ['certificateFilePath', 'privateKeyFilePath']],
    ['pkcs12', ['pkcs12FilePath']],
  ]),
};
const otherEntries: Readonly<Record<string, Entries>> = {
  clientCertificates: certificateEntries,
  scripts: { idKey: 'type', types: new Map(Object.keys(scriptTypes).map((type) => [type, ['code']])) },
  assertions: { idKey: 'expression', types: new Map([[undefined, []]]) },
  actions: { idKey: 'variable', types: new Map([['set-variable', ['selector']]]), phase: 'after-response' },
};
const getEntries = (key: string): Entries => getOwnValue(otherEntries, key) ?? pairEntries;

/** Whether Tandem does not read an entry, because it has no name or has a type that only other tools know. */
const isForeign = (item: unknown, { idKey, types, phase }: Entries): boolean => {
  if (!isMap(item) || !item.has(idKey)) return true;
  if (phase !== undefined && getKey(item.get('phase', true)) !== phase) return true;
  return types.get(getKey(item.get('type', true)))?.every((key) => item.has(key)) !== true;
};

/** Whether a list has entries that Tandem does not read. They stay when all others are removed. */
export const hasForeign = (node: unknown, key: string): boolean =>
  Object.hasOwn(otherEntries, key) &&
  isSeq(node) &&
  node.items.some((item) => isForeign(item, getEntries(key)));

/** Changes the selected file of a body; the other files stay. */
const updateSelectedFile = (old: YAMLSeq, wanted: Tree): YAMLSeq => {
  const chosen = (item: unknown) => isMap(item) && parseFlag(getKey(item.get('selected', true))) === true;
  const index = Math.max(0, old.items.findIndex(chosen));
  old.items[index] = changeNode(old.items[index], wanted);
  return old;
};

/**
 * Updates a list. Entries with the same name are changed instead of replaced, so that their comments stay. Entries that Tandem does not
 * read stay where they are.
 */
const updateListNode = (
  old: YAMLSeq,
  wanted: readonly Tree[],
  key: string,
  own: readonly string[],
): YAMLSeq => {
  const entries = getEntries(key);
  const [first] = wanted;
  if (wanted.length === 1 && first !== undefined && 'filePath' in toMap(first))
    return updateSelectedFile(old, first);
  if (entries === pairEntries && wanted.every((tree) => typeof tree === 'string')) {
    old.items = wanted.map((tree) => createNode(tree));
    return old;
  }
  const before = old.items;
  const known = groupItems(
    entries.idKey,
    before.filter((item) => !isForeign(item, entries)),
  );
  for (const same of known.values()) same.reverse();
  old.items = wanted.map((tree) => {
    const same = known.get(getEntryId(getOwnValue(toMap(tree), entries.idKey)))?.pop();
    return isMap(same) ? changeNode(same, tree, '', own) : createNode(tree);
  });
  before.forEach((item, index) => {
    if (isForeign(item, entries)) old.items.splice(Math.min(index, old.items.length), 0, item);
  });
  return old;
};

/** The keys of an entry that Tandem knows. They are removed if the new value lacks them; other keys stay. */
const ownKeys = [
  'disabled',
  'contentType',
  'filePath',
  'data',
  'type',
  'token',
  'username',
  'password',
  'key',
  'placement',
  'passphrase',
  'certificateFilePath',
  'privateKeyFilePath',
  'pkcs12FilePath',
];

const assertionKeys = [...ownKeys, 'value'];
/** The keys of an example that Tandem knows, except those in its lists. */
const exampleKeys = [
  ...ownKeys,
  ...['description', 'request', 'response', 'method', 'url', 'headers', 'params', 'body'],
  ...['status', 'statusText', 'x-tandem'],
];

const getIdKeys = (key: string, around: readonly string[]): readonly string[] => {
  if (key === 'auth') return authKeys;
  if (key === 'assertions') return assertionKeys;
  if (key === 'examples') return exampleKeys;
  return around === exampleKeys && ['headers', 'params', 'data'].includes(key) ? ownKeys : around;
};

/** For some parent keys, a key that a new action must have although Tandem does not read it. An existing value stays. */
const ignoredKeyByParent: Readonly<Record<string, string>> = { selector: 'method', variable: 'scope' };

/** The keys of an auth that Tandem knows. Other keys stay until the kind of auth changes. */
const authKeys = [
  ...ownKeys,
  ...[
    'authorizationUrl',
    'accessTokenUrl',
    'refreshTokenUrl',
    'callbackUrl',
    'deviceAuthorizationUrl',
    'issuer',
  ],
  ...[
    'credentials',
    'clientId',
    'clientSecret',
    'clientAuth',
    'privateKey',
    'resourceOwner',
    'scope',
    'method',
  ],
  ...['additionalParameters', 'authorizationRequest', 'accessTokenRequest', 'refreshTokenRequest'],
  ...['header', 'query', 'source', 'autoFetchToken', 'autoRefreshToken'],
  ...['secretIsBase64', 'expiresIn', 'sendIn', 'prefix', 'queryName', 'variableName', 'id', 'sessionToken'],
  ...[
    'consumerSecret',
    'accessToken',
    'accessTokenSecret',
    'verifier',
    'timestamp',
    'nonce',
    'version',
    'realm',
  ],
  ...['includeBodyHash', 'privateKeyFile', 'x-tandem'],
];

const hasOtherKind = (old: YAMLMap, wanted: TreeMap): boolean =>
  getKey(old.get('type', true)) !== wanted.type;

const updateMapNode = (
  old: YAMLMap,
  wanted: TreeMap,
  own: readonly string[],
  unreadKey: string | undefined,
): YAMLMap => {
  for (const key of own) if (getOwnValue(wanted, key) === undefined) old.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined || (key === unreadKey && old.has(key))) continue;
    const present = old.get(key, true) as Node | undefined;
    const node = changeNode(present, value, key, own);
    if (node !== present) old.set(key, node);
  }
  return old;
};

const isTypeOfVariable = (type: unknown): boolean => [...variableTypes, 'array'].some((one) => one === type);

/** Finds the text of a value that has a type or variants. */
const findChosenValue = (old: unknown): { readonly holder: YAMLMap; readonly key: string } | undefined => {
  // A value that becomes text loses its previous type.
  if (isMap(old))
    return old.has('data') && !isTypeOfVariable(getKey(old.get('type', true)))
      ? { holder: old, key: 'data' }
      : undefined;
  if (!isSeq(old)) return undefined;
  const variants = old.items.filter(isMap);
  const isChosen = (one: YAMLMap) => parseFlag(getKey(one.get('selected', true))) === true;
  const holder = variants.find(isChosen) ?? variants[0];
  return holder && { holder, key: 'value' };
};

/** Finds the text of a description that has a type. */
const findNotes = (old: unknown): { readonly holder: YAMLMap; readonly key: string } | undefined =>
  isMap(old) && old.has('content') ? { holder: old, key: 'content' } : undefined;

/** Changes a node to `wanted`. Reuses the old node if possible, so that its comments stay. */
export function changeNode(old: unknown, wanted: Tree, key = '', around: readonly string[] = ownKeys): Node {
  const own = getIdKeys(key, around);
  const variant = key === 'value' && isSeq(old) && !isList(wanted) ? findChosenValue(old) : undefined;
  if (variant) {
    const { holder } = variant;
    holder.set(variant.key, changeNode(holder.get(variant.key, true), wanted, key));
    return old as Node;
  }
  if (typeof wanted === 'string') {
    const entry = key === 'value' ? findChosenValue(old) : key === 'description' ? findNotes(old) : undefined;
    if (entry) {
      entry.holder.set(entry.key, changeNode(entry.holder.get(entry.key, true), wanted, key));
      return old as Node;
    }
    if (!isScalar(old) || old.anchor !== undefined) return createNode(wanted, key);
    if (old.value === wanted) return old;
    const { type } = createNode(wanted, key) as Scalar;
    old.value = wanted;
    if (type) old.type = type;
    return old;
  }
  if (isList(wanted)) return isSeq(old) ? updateListNode(old, wanted, key, own) : createNode(wanted, key);
  if (!isMap(old) || (key === 'auth' && hasOtherKind(old, wanted))) return createNode(wanted, key);
  return updateMapNode(old, wanted, own, getOwnValue(ignoredKeyByParent, key));
}
