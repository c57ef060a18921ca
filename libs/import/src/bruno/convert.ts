import * as filestore from '@usebruno/filestore';

import type { FileStore, ParsedFile } from './filestore.js';
import { describeLosses } from './lost.js';

/** A `.bru` file of a collection. */
export interface BruFile {
  readonly kind: 'request' | 'folder' | 'environment' | 'collection';
  readonly path: string;
  readonly text: string;
  /** Its default name. */
  readonly name: string;
  /** The collection's `bruno.json`, for its file. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The equivalent YAML and what it cannot express; or what is wrong. */
export type ConvertedFile =
  | { readonly path: string; readonly text: string; readonly lost: readonly string[] }
  | { readonly path: string; readonly line: number; readonly column: number; readonly message: string };

const bruno = filestore as FileStore;

const [bru, yml] = [{ format: 'bru' }, { format: 'yml' }] as const;

/** Kinds that Tandem keeps in files but does not run. */
const notRun = new Map<unknown, string>(
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

/** Bruno sends a GraphQL body of an HTTP request like a GraphQL request, and in YAML only the latter can have one. */
const setGraphqlType = (parsed: ParsedFile): ParsedFile => {
  const { body } = (parsed.request ?? {}) as { readonly body?: ParsedFile };
  return parsed.type === 'http-request' && body?.mode === 'graphql'
    ? { ...parsed, type: 'graphql-request' }
    : parsed;
};

const convertRequest = ({ parseRequest, stringifyRequest }: FileStore, { text, name }: BruFile): Result => {
  const parsed = setGraphqlType(addName(parseRequest(text, bru), name));
  const written = stringifyRequest(parsed, yml);
  const note = notRun.get(parsed.type);
  return {
    text: written,
    lost: [...describeLosses(parsed, parseRequest(written, yml)), ...(note === undefined ? [] : [note])],
  };
};

/** Whether a folder says that it has no auth. Line by line, because an expression backtracks over unclosed blocks. */
export const hasNoAuth = (text: string): boolean => {
  let isInAuth = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^auth[ \t]*\{/.test(line)) isInAuth = true;
    else if (line.startsWith('}')) isInAuth = false;
    else if (isInAuth && /^[ \t]*mode:[ \t]*none[ \t]*$/.test(line)) return true;
  }
  return false;
};

const noEffect =
  'its auth None has no effect in Bruno, which sends the auth around the folder; it inherits here, so that the same is sent';

const convertFolder = ({ parseFolder, stringifyFolder }: FileStore, { text, name }: BruFile): Result => {
  const parsed = parseFolder(text, bru);
  const meta = { ...parsed.meta, name: parsed.meta?.name ?? name };
  const written = stringifyFolder({ ...parsed, meta }, yml);
  const lost = describeLosses(parsed, parseFolder(written, yml));
  return { text: written, lost: hasNoAuth(text) ? [...lost, noEffect] : lost };
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
  // A collection's name comes from bruno.json.
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

/** Converts files as Bruno does, and compares what Bruno reads from both. */
export const convertFiles = (files: readonly BruFile[]): readonly ConvertedFile[] =>
  files.map((file) => {
    try {
      return { path: file.path, ...converters[file.kind](bruno, file) };
    } catch (error) {
      return toFaultyFile(file.path, error);
    }
  });
