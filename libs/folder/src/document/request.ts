import { type FolderFieldsOf, type RequestKind, type RequestSettings, timeoutLimits } from '@tandem/core';

import { parseAuth } from './auth.js';
import { parsePairs, parseVariables, toVariableTree } from './body.js';
import type { FieldShape, SomeFields } from './fields.js';
import {
  brunoKeys,
  listForeignPaths,
  listForeignShapes,
  parseForeign,
  toBrunoPart,
  toForeignTree,
} from './foreign.js';
import type { ExpectedShape } from '../yaml/shape.js';
import {
  getAtPath,
  parseFlag,
  toList,
  toMap,
  type Path,
  toText,
  type Tree,
  type TreeMap,
  includeIf,
} from '../yaml/tree.js';

/** The key for what OpenCollection cannot express. */
export const ownKey = 'x-tandem';

export const settingNames = {
  timeoutMs: 'timeout',
  followRedirects: 'followRedirects',
  maxRedirects: 'maxRedirects',
  http: 'http',
  cookies: 'cookies',
  failOnGraphqlErrors: 'failOnGraphqlErrors',
  maxAge: 'maxAge',
  tls: 'tls',
};

/**
 * The types of the settings at `path`. Numbers outside of Tandem's limits are allowed: other tools write some, such
 * as 0 for no timeout.
 */
export const listSettingsShapes = (path: Path): readonly ExpectedShape[] => [
  [path, 'map'],
  [[...path, settingNames.timeoutMs], 'number'],
  [[...path, settingNames.followRedirects], 'flag'],
  [[...path, settingNames.maxRedirects], 'number'],
  [[...path, settingNames.cookies], 'flag'],
  [[...path, settingNames.failOnGraphqlErrors], 'flag'],
  [[...path, settingNames.maxAge], 'age'],
  [[...path, settingNames.tls], 'map'],
  [[...path, settingNames.tls, 'verify'], 'flag'],
];

const toSettingTree = (value: number | boolean | string | NonNullable<RequestSettings['tls']>): Tree =>
  typeof value === 'object' ? { verify: String(value.verify) } : String(value);

export const toSettingsTree = (settings: RequestSettings): TreeMap =>
  Object.fromEntries(
    Object.entries(settingNames).flatMap(([ours, theirs]) => {
      const value = settings[ours as keyof RequestSettings];
      return value === undefined ? [] : [[theirs, toSettingTree(value)]];
    }),
  );

const parseWholeNumber = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  return number >= minimum && number <= maximum ? number : undefined;
};

/** Reads the value of a setting; `inherit` means no value. */
const readSetting = (value: unknown): string | undefined => (value === 'inherit' ? undefined : toText(value));

export const parseSettings = (tree: unknown): RequestSettings => {
  const {
    timeout,
    followRedirects,
    maxRedirects,
    http,
    cookies,
    maxAge,
    tls,
    failOnGraphqlErrors: fails,
  } = toMap(tree);
  const age = readSetting(maxAge);
  const version = readSetting(http);
  const timeoutMs = parseWholeNumber(timeout, timeoutLimits.minimum, timeoutLimits.maximum);
  const follow = parseFlag(followRedirects);
  const kept = parseFlag(cookies);
  const failOnGraphqlErrors = parseFlag(fails);
  const verify = parseFlag(toMap(tls).verify);
  const redirects = parseWholeNumber(maxRedirects, 0, 100);
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(follow === undefined ? {} : { followRedirects: follow }),
    ...(redirects === undefined ? {} : { maxRedirects: redirects }),
    ...(version === undefined ? {} : { http: version as NonNullable<RequestSettings['http']> }),
    ...(kept === undefined ? {} : { cookies: kept }),
    ...(failOnGraphqlErrors === undefined ? {} : { failOnGraphqlErrors }),
    ...(age === undefined ? {} : { maxAge: age }),
    ...(verify === undefined ? {} : { tls: { verify } }),
  };
};

/** A list under its key, unless empty. */
export const nestUnlessEmpty = (key: string, list: readonly Tree[]): TreeMap =>
  list.length > 0 ? { [key]: list } : {};

/** A request as stored in its file, keys in canonical order; defaults are left out. */
export const toRequestTree = (
  id: string,
  fields: FolderFieldsOf[RequestKind],
  [type, details]: readonly [type: string, details: TreeMap],
  own: TreeMap,
  examples: TreeMap = {},
): TreeMap => {
  const { name, seq, description, requestVariables: variables, tags, needs } = fields;
  const settings = toSettingsTree(fields.settings);
  const runtime = {
    ...nestUnlessEmpty('variables', variables.map(toVariableTree)),
    ...toBrunoPart(fields.foreign),
  };
  return {
    info: { name, type, ...(seq == null ? {} : { seq: String(seq) }), ...nestUnlessEmpty('tags', tags) },
    [type]: details,
    ...includeIf(Object.keys(runtime).length > 0, { runtime }),
    ...includeIf(Object.keys(settings).length > 0, { settings }),
    ...examples,
    ...includeIf(description !== '', { docs: description }),
    [ownKey]: { id, ...nestUnlessEmpty('needs', needs), ...own, ...toForeignTree(fields.foreign) },
  };
};

/** How the fields common to all requests are merged. */
export const commonShapes = {
  name: 'scalar',
  folder: 'scalar',
  seq: 'scalar',
  description: 'text',
  url: 'scalar',
  headers: 'pairs',
  auth: 'scalar',
  requestVariables: 'pairs',
  tags: 'scalar',
  needs: 'scalar',
  script: 'text',
  foreign: 'scalar',
  settings: 'record',
} as const satisfies Record<string, FieldShape>;

/**
 * Lists the paths in a document under which the fields common to all requests are stored. `type` is the key of the request's protocol, such
 * as `http`.
 */
export const listCommonPaths = (type: string) =>
  ({
    name: [['info', 'name']],
    seq: [['info', 'seq']],
    url: [[type, 'url']],
    headers: [[type, 'headers']],
    auth: [[type, 'auth']],
    requestVariables: [['runtime', 'variables']],
    tags: [['info', 'tags']],
    needs: [[ownKey, 'needs']],
    foreign: listForeignPaths([ownKey], ['runtime'], brunoKeys),
    settings: Object.values(settingNames).map((name) => ['settings', name]),
    description: [['docs']],
  }) satisfies Readonly<Record<string, readonly Path[]>>;

/** Returns the body, or its selected variant. */
export const selectChosenBody = (body: unknown): unknown =>
  Array.isArray(body)
    ? toMap(body.find((one) => parseFlag(toMap(one).selected) === true) ?? body[0]).body
    : body;

/** A finite number in YAML 1.2 (section 10.3.2); every form is also valid in JavaScript. */
const numberPattern = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i;

/** Maximum position. Larger numbers are too coarse for a position between two neighbours. */
export const maxSeq = 1e12;

/** Parses a position, which may be a fraction if Bruno or a person wrote it; null if it is invalid. */
export const parseSeq = (value: unknown): number | null => {
  const seq = typeof value === 'string' && numberPattern.test(value) ? Number(value) || 0 : NaN;
  return Math.abs(seq) <= maxSeq ? seq : null;
};

/** The shapes of values that all kinds of requests have. */
export const listCommonShapes = (type: string): readonly ExpectedShape[] => [
  [[type, 'auth'], 'auth'],
  ...listSettingsShapes(['settings']),
  [['info', 'tags'], 'texts'],
  [['runtime'], 'map'],
  [['runtime', 'variables'], 'list'],
  [[ownKey, 'needs'], 'list'],
  [[ownKey, 'needs'], 'texts'],
  ...listForeignShapes([ownKey]),
];

/** Reads a request's dependencies. If their key is missing, `base` provides them. */
const parseNeeds = (own: unknown, base: SomeFields | undefined): readonly string[] =>
  own === undefined && base !== undefined
    ? (base.needs ?? [])
    : toList(toMap(own).needs).filter((need) => typeof need === 'string');

/** Reads the fields common to all requests. Folder and script are not in the file. */
export const parseCommonFields = (tree: unknown, type: string, base: SomeFields | undefined) => ({
  needs: parseNeeds(toMap(tree)[ownKey], base),
  foreign: parseForeign(toMap(tree)[ownKey], toMap(tree).runtime, base),
  tags: toList(getAtPath(tree, ['info', 'tags'])).filter((tag) => typeof tag === 'string'),
  name: toText(getAtPath(tree, ['info', 'name'])),
  seq: parseSeq(getAtPath(tree, ['info', 'seq'])),
  description: toText(toMap(tree).docs) ?? toText(getAtPath(tree, ['docs', 'content'])) ?? '',
  headers: parsePairs(getAtPath(tree, [type, 'headers'])),
  auth: parseAuth(getAtPath(tree, [type, 'auth'])),
  requestVariables: parseVariables(getAtPath(tree, ['runtime', 'variables'])),
  settings: parseSettings(toMap(tree).settings),
});
