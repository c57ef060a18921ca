import {
  type AppResult,
  createTurns,
  type Folder,
  type ImportDocument,
  type ImportedRequest,
  ImportMemory,
  type Ports,
  type RememberedImport,
  RememberedRequest,
  requestKinds,
  type Workspace,
} from '@tandem/core';
import { decode, getOwnValue, isContainer, isJsonObject, stringifyJson, t } from '@tandem/core/codec';
import { E, flow, pipe, TE } from '@tandem/core/fp';

/** Sorts the keys of a JSON value, and removes undefined values. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isContainer(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sortKeys(one)]);
};

/** A short text that is the same for equal values and almost always differs for others (cyrb53, public domain). */
export const createFingerprint = (value: unknown): string => {
  const text = stringifyJson([sortKeys(value)]);
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36);
};

/** How many requests are decoded before other work gets a turn. That many take a few milliseconds. */
const requestsPerStep = 500;

const Requests = t.readonlyArray(RememberedRequest);

/** Removes the requests from the memory of an import. */
const removeRequests = (value: unknown): unknown => {
  if (!isJsonObject(value)) return value;
  const { requests, last, ...more } = value;
  return {
    ...more,
    ...(Array.isArray(requests) ? { requests: [] } : {}),
    ...(last === undefined ? {} : { last: removeRequests(last) }),
  };
};

const listStoredRequests = (value: unknown): readonly unknown[] =>
  isJsonObject(value) && Array.isArray(value.requests) ? value.requests : [];

const decodeOrUndefined = <A>(codec: t.Type<A, unknown>): ((value: unknown) => A | undefined) =>
  flow(
    decode(codec),
    E.getOrElseW(() => undefined),
  );

/** Decodes remembered requests. Undefined if one is invalid. */
const decodeRequests = async (
  requests: readonly unknown[],
): Promise<readonly RememberedRequest[] | undefined> => {
  const turns = createTurns();
  const decoded: RememberedRequest[] = [];
  for (let from = 0; from < requests.length; from += requestsPerStep) {
    const some = decodeOrUndefined(Requests)(requests.slice(from, from + requestsPerStep));
    if (some === undefined) return undefined;
    decoded.push(...some);
    await turns();
  }
  return decoded;
};

/** Decodes the memory of imports, giving other work a turn between requests. Undefined if it is invalid. */
export const decodeMemory = async (value: unknown): Promise<ImportMemory | undefined> => {
  const given: readonly unknown[] = isJsonObject(value) && Array.isArray(value.imports) ? value.imports : [];
  const memory = decodeOrUndefined(ImportMemory)(
    isJsonObject(value) ? { ...value, imports: given.map(removeRequests) } : value,
  );
  if (memory === undefined) return undefined;
  const imports: ImportMemory['imports'][number][] = [];
  for (const [at, one] of memory.imports.entries()) {
    const from = given[at];
    const requests = await decodeRequests(listStoredRequests(from));
    const before = await decodeRequests(listStoredRequests(isJsonObject(from) ? from.last : undefined));
    if (requests === undefined || before === undefined) return undefined;
    const { last } = one;
    imports.push({
      ...one,
      requests,
      ...(last === undefined ? {} : { last: { ...last, requests: before } }),
    });
  }
  return { ...memory, imports };
};

type Fields = Readonly<Record<string, unknown>>;

const emptyMemory: ImportMemory = { version: 1, imports: [] };

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Reads what a workspace remembers of its imports. An unreadable file counts as missing. */
export const readMemory = ({ importMemories }: Ports, { path }: Workspace): AppResult<ImportMemory> =>
  importMemories === undefined
    ? TE.right(emptyMemory)
    : pipe(
        importMemories.read(path),
        TE.flatMapTask((text) => async () => {
          const turns = createTurns();
          const found = text === null ? undefined : tryParseJson(text);
          await turns();
          return (await decodeMemory(found)) ?? emptyMemory;
        }),
      );

/** Finds the import of this document whose folder still exists. */
export const findEarlierImport = (
  { imports }: ImportMemory,
  { source, url }: ImportDocument,
  folders: readonly Folder[],
): { readonly remembered: RememberedImport; readonly root: Folder } | undefined => {
  if (source === undefined) return undefined;
  for (const remembered of imports.toReversed()) {
    const root = folders.find(({ id }) => id === remembered.folderId);
    const isSame =
      remembered.source === createFingerprint(source) || (url !== undefined && remembered.url === url);
    if (root !== undefined && isSame) return { remembered, root };
  }
  return undefined;
};

/** All fields that an import writes. Fields that the document lacks have their defaults. */
export const toWrittenFields = ({ kind, origin: _, seq: _position, ...fields }: ImportedRequest): Fields => ({
  ...requestKinds[kind].defaults,
  ...fields,
});

export const getRequestOrigin = ({ origin, folder, name }: ImportedRequest): string =>
  createFingerprint(origin ?? `${folder}/${name}`);

/** Records a request that the import has just written, for the next update. */
export const toRememberedRequest = (request: ImportedRequest, id: string): RememberedRequest => {
  const defaults: Fields = requestKinds[request.kind].defaults;
  const fields = Object.entries(toWrittenFields(request))
    .map(([field, value]) => [field, createFingerprint(value)] as const)
    .filter(([field, hash]) => hash !== createFingerprint(getOwnValue(defaults, field)));
  return { origin: getRequestOrigin(request), id, fields: Object.fromEntries(fields) };
};

/** Stores what the next updates need to know. Each import replaces the earlier one in its folder. Returns whether they were stored. */
export const storeImports = (
  { importMemories }: Ports,
  { path }: Workspace,
  { imports }: ImportMemory,
  given: readonly (RememberedImport | undefined)[],
): AppResult<boolean> => {
  const next = given.flatMap((one) => one ?? []);
  if (importMemories === undefined || next.length === 0) return TE.right(false);
  const others = imports.filter(({ folderId }) => next.every((one) => one.folderId !== folderId));
  const memory: ImportMemory = { version: 1, imports: [...others, ...next] };
  return pipe(
    importMemories.write(path, `${JSON.stringify(memory)}\n`),
    TE.match(
      () => E.right(false),
      () => E.right(true),
    ),
  );
};
