import { getOwnValue } from '@tandem/core/codec';
import * as filestore from '@usebruno/filestore';

/** A file as Bruno's parser returns it. */
type ParsedFile = Readonly<Record<string, unknown>> & {
  readonly type?: unknown;
  readonly name?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
};

interface Format {
  readonly format: 'bru' | 'yml';
}

type Parse = (text: string, format: Format) => ParsedFile;
type Stringify = (parsed: ParsedFile, format: Format) => string;

/** The functions of `@usebruno/filestore`, whose own types need a package that it does not ship. */
interface FileStore {
  readonly parseRequest: Parse;
  readonly stringifyRequest: Stringify;
  readonly parseFolder: Parse;
  readonly stringifyFolder: Stringify;
  readonly parseEnvironment: Parse;
  readonly stringifyEnvironment: Stringify;
  readonly parseCollection: Parse;
  readonly stringifyCollection: (
    parsed: ParsedFile,
    config: Readonly<Record<string, unknown>>,
    format: Format,
  ) => string;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value means the same as a missing value. */
const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 'none' ||
  (Array.isArray(value) && value.length === 0) ||
  // Certificates are enabled, but none are listed.
  (isMap(value) && Array.isArray(value.certs) && value.certs.length === 0) ||
  (isMap(value) && Object.values(value).every(isEmptyValue));

/**
 * Ids and counts that Bruno generates each time, and the name of a header, which it writes even if a token is only
 * sent in the URL.
 */
const generatedKeys = new Set(['uid', 'tokenQueryKey', 'size', 'filesCount']);

const normalizeText = (value: unknown): string => String(value).replaceAll('\r\n', '\n').trim();

/** Whether the YAML contains the information in another form, so that nothing is lost. */
const isExpressedElsewhere = (key: string, value: unknown, after: unknown): boolean => {
  if (generatedKeys.has(key)) return true;
  if (!isMap(after)) return false;
  // Certificates in YAML are active as soon as they exist.
  if (key === 'enabled' && Array.isArray(after.certs)) return after.certs.length > 0;
  if (key !== 'value' || typeof value !== 'string' || typeof after.value !== 'string') return false;
  // An assertion without an operator means eq, and an operator such as isNull has no value to compare with.
  const [operator = '', ...rest] = value.split(/\s+/);
  return after.value === `eq ${value}` || (rest.length > 0 && after.value.trim() === operator);
};

/** Removes the annotations that have fields of their own in the YAML: descriptions and types. */
const selectOwnAnnotations = (value: unknown, after: unknown): unknown =>
  Array.isArray(value) && isMap(after)
    ? value.filter(
        (one) => !isMap(one) || (one.name !== 'description' && one.name !== getOwnValue(after, 'dataType')),
      )
    : value;

/** Returns the name of a list entry, or its number if it has no name. */
const getEntryName = (one: unknown, at: number): string =>
  isMap(one) && typeof one.name === 'string' && one.name !== '' ? one.name : String(at + 1);

type Path = readonly string[];

const findLostPaths = (before: unknown, after: unknown, path: Path): readonly Path[] => {
  if (isEmptyValue(before)) return [];
  if (Array.isArray(before))
    return before.flatMap((one: unknown, at) =>
      findLostPaths(one, Array.isArray(after) ? after[at] : undefined, [...path, getEntryName(one, at)]),
    );
  if (isMap(before)) {
    // Report a missing map once, not each of its keys.
    if (after === undefined && path.length > 0) return [path];
    return Object.entries(before).flatMap(([key, value]) =>
      isExpressedElsewhere(key, value, after)
        ? []
        : findLostPaths(
            key === 'annotations' ? selectOwnAnnotations(value, after) : value,
            isMap(after) ? getOwnValue(after, key) : undefined,
            [...path, key],
          ),
    );
  }
  return after !== undefined && normalizeText(before) === normalizeText(after) ? [] : [path];
};

const lossSentences: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^request\.vars\.re[qs]\.(.+)\.local$/, 'that the variable “$1” is local to the request'],
  [/^(?:.*\.)?([^.]+)\.annotations\.(.+?)(?:\.(?:name|value))?$/, 'the annotation “@$2” of “$1”'],
  [/^bruno\.json\.proxy\b.*$/, 'the proxy of bruno.json; set one for the environment or the workspace'],
  [/^bruno\.json\.scripts\b.*$/, 'what bruno.json allows scripts to load and read'],
  [/^bruno\.json\.(.+)$/, '“$1” of bruno.json'],
  [/^request\.auth\.(.+)$/, '“$1” of its auth'],
  [/^(?:request\.)?(.+)$/, '“$1”, for which YAML has no place'],
];

const describePath = (path: string): string => {
  const [pattern, sentence] = lossSentences.find(([one]) => one.test(path)) ?? [/$/, ''];
  return path.replace(pattern, sentence);
};

/** Describes the values of `before` that are missing in `after`, without duplicates. */
const describeLosses = (before: unknown, after: unknown, path: Path = []): readonly string[] => [
  ...new Set(findLostPaths(before, after, path).map((one) => describePath(one.join('.')))),
];

/** Separates the used auth or body from the unused ones: Bruno keeps what was entered for other modes. */
const splitByMode = (value: unknown, mode: string): readonly [used: unknown, unused: readonly string[]] => {
  if (!isMap(value)) return [value, []];
  const entries = Object.entries(value);
  const isUsed = (key: string): boolean => key === 'mode' || key === mode;
  const used = entries.filter(([key]) => isUsed(key));
  const unused = entries.filter(([key, one]) => !isUsed(key) && !isEmptyValue(one));
  return [Object.fromEntries(used), unused.map(([key]) => key)];
};

/** Describes what the YAML of a request lacks. Each unused auth or body is reported as a whole. */
const describeRequestLosses = (before: ParsedFile, after: ParsedFile): readonly string[] => {
  const { auth, body, ...rest } = (before.request ?? {}) as Readonly<Record<string, unknown>>;
  const modeOf = (value: unknown): string => (isMap(value) ? String(value.mode) : '');
  const [usedAuth, otherAuths] = splitByMode(auth, modeOf(auth));
  const [usedBody, otherBodies] = splitByMode(body, modeOf(body));
  return [
    ...describeLosses({ ...before, request: { ...rest, auth: usedAuth, body: usedBody } }, after),
    ...otherAuths.map((name) => `its auth “${name}”, which is not in use`),
    ...otherBodies.map((name) => `its body “${name}”, which is not in use`),
  ];
};

/** A `.bru` file of a collection. */
export interface BruFile {
  readonly kind: 'request' | 'folder' | 'environment' | 'collection';
  readonly path: string;
  readonly text: string;
  /** The name to use if the file has none. */
  readonly name: string;
  /** The collection's `bruno.json`, for the collection's file. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The equivalent YAML and what is lost, or a syntax error. */
export type ConvertedFile =
  | { readonly path: string; readonly text: string; readonly lost: readonly string[] }
  | { readonly path: string; readonly line: number; readonly column: number; readonly message: string };

const brunoLibrary = filestore as FileStore;

const [bru, yml] = [{ format: 'bru' }, { format: 'yml' }] as const;

/** Kinds of requests that are kept in files but cannot run in Tandem. */
const unsupportedKinds = new Map<unknown, string>(
  Object.entries({
    'grpc-request': 'a gRPC request is kept, but does not run in Tandem',
    'ws-request': 'a WebSocket request is kept, but does not run in Tandem',
    app: 'an app is kept, but does not run in Tandem',
  }),
);

type Result = { readonly text: string; readonly lost: readonly string[] };

const addName = (parsed: ParsedFile, name: string): ParsedFile => ({
  ...parsed,
  name: parsed.name === undefined || parsed.name === '' ? name : parsed.name,
});

/** Bruno sends an HTTP request with a GraphQL body like a GraphQL request. In YAML, only a GraphQL request can have such a body. */
const setGraphqlType = (parsed: ParsedFile): ParsedFile => {
  const { body } = (parsed.request ?? {}) as { readonly body?: ParsedFile };
  return parsed.type === 'http-request' && body?.mode === 'graphql'
    ? { ...parsed, type: 'graphql-request' }
    : parsed;
};

const convertRequest = ({ parseRequest, stringifyRequest }: FileStore, { text, name }: BruFile): Result => {
  const parsed = setGraphqlType(addName(parseRequest(text, bru), name));
  const written = stringifyRequest(parsed, yml);
  const note = unsupportedKinds.get(parsed.type);
  return {
    text: written,
    lost: [
      ...describeRequestLosses(parsed, parseRequest(written, yml)),
      ...(note === undefined ? [] : [note]),
    ],
  };
};

/** Whether a folder has the auth None. Reads line by line, because a regular expression would backtrack over unclosed blocks. */
export const hasNoAuth = (text: string): boolean => {
  let isInAuth = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^auth[ \t]*\{/.test(line)) isInAuth = true;
    else if (line.startsWith('}')) isInAuth = false;
    else if (isInAuth && /^[ \t]*mode:[ \t]*none[ \t]*$/.test(line)) return true;
  }
  return false;
};

const noAuthNote =
  'its auth None has no effect in Bruno, which sends the auth around the folder; it inherits here, so that the same is sent';

const convertFolder = ({ parseFolder, stringifyFolder }: FileStore, { text, name }: BruFile): Result => {
  const parsed = parseFolder(text, bru);
  const meta = { ...parsed.meta, name: parsed.meta?.name ?? name };
  const written = stringifyFolder({ ...parsed, meta }, yml);
  const lost = describeLosses(parsed, parseFolder(written, yml));
  return { text: written, lost: hasNoAuth(text) ? [...lost, noAuthNote] : lost };
};

const convertEnvironment = (
  { parseEnvironment, stringifyEnvironment }: FileStore,
  { text, name }: BruFile,
): Result => {
  const parsed = { ...parseEnvironment(text, bru), name };
  const written = stringifyEnvironment(parsed, yml);
  return { text: written, lost: describeLosses(parsed, parseEnvironment(written, yml)) };
};

const convertCollection = (
  { parseCollection, stringifyCollection }: FileStore,
  { text, config = {} }: BruFile,
): Result => {
  // The name of a collection is in bruno.json, not in this file.
  const { meta: _, ...parsed } = text === '' ? {} : parseCollection(text, bru);
  const written = stringifyCollection(parsed, config, yml);
  const { collectionRoot = {}, brunoConfig = {} } = parseCollection(written, yml) as {
    readonly collectionRoot?: ParsedFile;
    readonly brunoConfig?: ParsedFile;
  };
  return {
    text: written,
    lost: [...describeLosses(parsed, collectionRoot), ...describeLosses(config, brunoConfig, ['bruno.json'])],
  };
};

const converters = {
  request: convertRequest,
  folder: convertFolder,
  environment: convertEnvironment,
  collection: convertCollection,
} as const;

const errorPosition = /Line (\d+), col (\d+)/;

const toFaultyFile = (path: string, error: unknown): ConvertedFile => {
  const message = error instanceof Error ? error.message : String(error);
  const [, line = '1', column = '1'] = errorPosition.exec(message) ?? [];
  const last = message.trim().split('\n').at(-1) ?? '';
  return {
    path,
    line: Number(line),
    column: Number(column),
    message: last.slice(0, 300).replace(/^Expected/, 'expected'),
  };
};

/** Converts files with Bruno's own library. The losses are found by reading each result and comparing it with the original. */
export const convertFiles = (files: readonly BruFile[]): readonly ConvertedFile[] =>
  files.map((file) => {
    try {
      return { path: file.path, ...converters[file.kind](brunoLibrary, file) };
    } catch (error) {
      return toFaultyFile(file.path, error);
    }
  });
