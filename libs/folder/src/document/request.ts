import type { RequestKind, RequestSettings, FolderFieldsOf } from '@tandem/core';
import { timeoutLimits } from '@tandem/core';

import { authFrom } from './auth.js';
import { pairsFrom, variablesFrom, variableTree } from './body.js';
import type { FieldShape } from './kind.js';
import type { SomeFields } from './fields.js';
import { brunoKeys } from './bruno-scripts.js';
import { foreignBesides, foreignExpected, foreignFrom, foreignPlaces, foreignTree } from './foreign.js';
import type { ExpectedShape } from '../yaml/shape.js';
import {
  getAtPath,
  flagOf,
  listOf,
  mapOf,
  type Path,
  textOf,
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
 * as 0 for no
 * timeout.
 */
export const settingsExpected = (path: Path): readonly ExpectedShape[] => [
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

export const settingsTree = (settings: RequestSettings): TreeMap =>
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

/** The value of a setting; `inherit` is the same as no value. */
const readSetting = (value: unknown): string | undefined => (value === 'inherit' ? undefined : textOf(value));

export const settingsFrom = (tree: unknown): RequestSettings => {
  const {
    timeout,
    followRedirects,
    maxRedirects,
    http,
    cookies,
    maxAge,
    tls,
    failOnGraphqlErrors: fails,
  } = mapOf(tree);
  const age = readSetting(maxAge);
  const version = readSetting(http);
  const timeoutMs = parseWholeNumber(timeout, timeoutLimits.minimum, timeoutLimits.maximum);
  const follow = flagOf(followRedirects);
  const kept = flagOf(cookies);
  const failOnGraphqlErrors = flagOf(fails);
  const verify = flagOf(mapOf(tls).verify);
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
export const requestTree = (
  id: string,
  fields: FolderFieldsOf[RequestKind],
  [type, details]: readonly [type: string, details: TreeMap],
  own: TreeMap,
  examples: TreeMap = {},
): TreeMap => {
  const { name, seq, description, requestVariables: variables, tags, needs } = fields;
  const settings = settingsTree(fields.settings);
  const runtime = {
    ...nestUnlessEmpty('variables', variables.map(variableTree)),
    ...foreignBesides(fields.foreign),
  };
  return {
    info: { name, type, ...(seq == null ? {} : { seq: String(seq) }), ...nestUnlessEmpty('tags', tags) },
    [type]: details,
    ...includeIf(Object.keys(runtime).length > 0, { runtime }),
    ...includeIf(Object.keys(settings).length > 0, { settings }),
    ...examples,
    ...includeIf(description !== '', { docs: description }),
    [ownKey]: { id, ...nestUnlessEmpty('needs', needs), ...own, ...foreignTree(fields.foreign) },
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

/** Where the fields common to all requests are stored; `type` is the key of what is sent. */
export const commonPlaces = (type: string) =>
  ({
    name: [['info', 'name']],
    seq: [['info', 'seq']],
    url: [[type, 'url']],
    headers: [[type, 'headers']],
    auth: [[type, 'auth']],
    requestVariables: [['runtime', 'variables']],
    tags: [['info', 'tags']],
    needs: [[ownKey, 'needs']],
    foreign: foreignPlaces([ownKey], ['runtime'], brunoKeys),
    settings: Object.values(settingNames).map((name) => ['settings', name]),
    description: [['docs']],
  }) satisfies Readonly<Record<string, readonly Path[]>>;

/** A body may have variants, one of them selected. */
export const selectChosenBody = (body: unknown): unknown =>
  Array.isArray(body)
    ? mapOf(body.find((one) => flagOf(mapOf(one).selected) === true) ?? body[0]).body
    : body;

/** A finite number in YAML 1.2 (section 10.3.2); every form is also valid in JavaScript. */
const aNumber = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i;

/** How far a position can be from zero and still leave room beside it. */
export const farthest = 1e12;

/** A position written by Bruno or a person, possibly a fraction; null if it is invalid. */
export const seqFrom = (value: unknown): number | null => {
  const seq = typeof value === 'string' && aNumber.test(value) ? Number(value) || 0 : NaN;
  return Math.abs(seq) <= farthest ? seq : null;
};

/** What a request of any kind may contain besides what is sent. */
export const commonExpected = (type: string): readonly ExpectedShape[] => [
  [[type, 'auth'], 'auth'],
  ...settingsExpected(['settings']),
  [['info', 'tags'], 'texts'],
  [['runtime'], 'map'],
  [['runtime', 'variables'], 'list'],
  [[ownKey, 'needs'], 'list'],
  [[ownKey, 'needs'], 'texts'],
  ...foreignExpected([ownKey]),
];

/** A request's dependencies; from `base` if their key is gone. */
const needsFrom = (own: unknown, base: SomeFields | undefined): readonly string[] =>
  own === undefined && base !== undefined
    ? (base.needs ?? [])
    : listOf(mapOf(own).needs).filter((need) => typeof need === 'string');

/** The fields common to all requests; folder and script are not in the file. */
export const commonFrom = (tree: unknown, type: string, base: SomeFields | undefined) => ({
  needs: needsFrom(mapOf(tree)[ownKey], base),
  foreign: foreignFrom(mapOf(tree)[ownKey], mapOf(tree).runtime, base),
  tags: listOf(getAtPath(tree, ['info', 'tags'])).filter((tag) => typeof tag === 'string'),
  name: textOf(getAtPath(tree, ['info', 'name'])),
  seq: seqFrom(getAtPath(tree, ['info', 'seq'])),
  description: textOf(mapOf(tree).docs) ?? textOf(getAtPath(tree, ['docs', 'content'])) ?? '',
  headers: pairsFrom(getAtPath(tree, [type, 'headers'])),
  auth: authFrom(getAtPath(tree, [type, 'auth'])),
  requestVariables: variablesFrom(getAtPath(tree, ['runtime', 'variables'])),
  settings: settingsFrom(mapOf(tree).settings),
});
