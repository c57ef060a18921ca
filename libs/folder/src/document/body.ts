import { getOwnValue } from '@tandem/core/codec';
import {
  type Body,
  type MultipartPart,
  type Pair,
  type TypedText,
  type Variable,
  type VariableType,
  variableTypes,
} from '@tandem/core';

import { parseFlag, toList, toMap, toText, type Tree, type TreeMap, includeIf } from '../yaml/tree.js';

/** The content type that each body type of a file implies, so that it is not stored. */
const rawTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  sparql: 'application/sparql-query',
};

const toDisabledTree = (enabled: boolean) => includeIf(!enabled, { disabled: 'true' });

/** A pair as stored in a file. */
export const toPairTree = ({ name, value, enabled }: Pair): TreeMap => ({
  name,
  value,
  ...toDisabledTree(enabled),
});

/** Reads a pair; undefined for an entry without a name. */
export const parsePair = (entry: unknown): Pair | undefined => {
  const { name, value, disabled } = toMap(entry);
  if (typeof name !== 'string') return undefined;
  return { name, value: toText(value) ?? '', enabled: parseFlag(disabled) !== true };
};

/** Reads the pairs of a list and skips entries without a name. */
export const parsePairs = (list: unknown): readonly Pair[] =>
  toList(list).flatMap((entry) => parsePair(entry) ?? []);

/** Returns the value of a variable, or of its selected variant. */
const selectChosenValue = (entry: unknown): unknown => {
  const { value } = toMap(entry);
  return Array.isArray(value)
    ? toMap(value.find((one) => parseFlag(toMap(one).selected) === true) ?? value[0]).value
    : value;
};

const findVariableType = (name: unknown): VariableType | undefined =>
  name === 'array' ? 'object' : variableTypes.find((one) => one === name);

/** Reads the text and type of a value, which is a string or `{ type, data }`. */
const parseTypedText = (value: unknown): TypedText => {
  const plain = toText(value);
  if (plain !== undefined) return { value: plain };
  const { type, data } = toMap(value);
  const known = findVariableType(type);
  return {
    value: toText(data) ?? (known === 'null' ? 'null' : ''),
    ...(known === undefined ? {} : { type: known }),
  };
};

/** A variable as stored in a file: a string, or OpenCollection's typed form for other types. */
export const toVariableTree = ({ type, ...pair }: Variable): TreeMap =>
  type === undefined ? toPairTree(pair) : { ...toPairTree(pair), value: { type, data: pair.value } };

/** Reads the variables of a list and skips entries without a name. */
export const parseVariables = (list: unknown): readonly Variable[] =>
  toList(list).flatMap((entry) => {
    const typed = parseTypedText(selectChosenValue(entry));
    const pair = parsePair({ ...toMap(entry), value: typed.value });
    return pair === undefined ? [] : [{ ...pair, ...typed }];
  });

const toPartTree = (part: MultipartPart): TreeMap => {
  const { name, enabled } = part;
  const { contentType } = part;
  return {
    name,
    ...('value' in part ? { type: 'text', value: part.value } : { type: 'file', value: [part.file] }),
    ...includeIf(contentType !== undefined, { contentType }),
    ...toDisabledTree(enabled),
  };
};

const parseParts = (entry: unknown): readonly MultipartPart[] => {
  const { name, type, value, contentType, disabled } = toMap(entry);
  if (typeof name !== 'string') return [];
  const enabled = parseFlag(disabled) !== true;
  const kind = typeof contentType === 'string' ? { contentType } : {};
  if (type !== 'file') return [{ name, value: toText(value) ?? '', ...kind, enabled }];
  return (typeof value === 'string' ? [value] : toList(value))
    .filter((one) => typeof one === 'string')
    .map((one) => ({ name, file: one, ...kind, enabled }));
};

const toRawTree = (content: string, contentType: string | undefined): TreeMap => {
  const type = Object.keys(rawTypes).find((key) => getOwnValue(rawTypes, key) === contentType);
  return { type: type ?? 'text', data: content };
};

/** A body as stored in a file; undefined if there is no body. */
export const toBodyTree = (body: Body): Tree | undefined => {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return { type: 'json', data: body.content };
    case 'text':
      return toRawTree(body.content, body.contentType);
    case 'form-urlencoded':
      return { type: 'form-urlencoded', data: body.fields.map(toPairTree) };
    case 'multipart':
      return { type: 'multipart-form', data: body.parts.map(toPartTree) };
    case 'binary': {
      const { file, contentType = '' } = body;
      const kind = includeIf(contentType !== '', { contentType });
      return { type: 'file', data: [{ filePath: file, ...kind, selected: 'true' }] };
    }
  }
};

/** The properties of a body that OpenCollection cannot express. They are stored under `x-tandem`. */
export interface BodyExtras {
  readonly contentType?: string;
  /** The file names that are sent instead of the names of the files on disk. */
  readonly filenames?: readonly { readonly name: string; readonly nth: number; readonly filename: string }[];
  /** Additional headers of multipart parts. */
  readonly partHeaders?: readonly {
    readonly name: string;
    readonly nth: number;
    readonly headers: readonly Pair[];
  }[];
}

const numberParts = (parts: readonly MultipartPart[]): readonly (readonly [MultipartPart, number])[] =>
  parts.map((part, index) => [part, parts.slice(0, index).filter(({ name }) => name === part.name).length]);

/** The parts of `body` that are stored under `x-tandem`. */
export const getBodyExtras = (body: Body): BodyExtras => {
  if (body.type === 'text' && body.contentType !== undefined)
    return Object.values(rawTypes).includes(body.contentType) ? {} : { contentType: body.contentType };
  if (body.type !== 'multipart') return {};
  const filenames = numberParts(body.parts).flatMap(([part, nth]) =>
    part.filename !== undefined ? [{ name: part.name, nth, filename: part.filename }] : [],
  );
  const partHeaders = numberParts(body.parts).flatMap(([{ name, headers }, nth]) =>
    headers === undefined ? [] : [{ name, nth, headers }],
  );
  return {
    ...(filenames.length > 0 ? { filenames } : {}),
    ...(partHeaders.length > 0 ? { partHeaders } : {}),
  };
};

const addExtras = (parts: readonly MultipartPart[], { filenames = [], partHeaders = [] }: BodyExtras) =>
  numberParts(parts).map(([part, nth]): MultipartPart => {
    const isOf = (one: { readonly name: string; readonly nth: number }) =>
      one.name === part.name && one.nth === nth;
    const named = filenames.find(isOf);
    const more = partHeaders.find(isOf);
    return {
      ...part,
      ...(named ? { filename: named.filename } : {}),
      ...(more ? { headers: more.headers } : {}),
    };
  });

/** Reads a body; an unknown type means no body. */
export const parseBody = (tree: unknown, extras: BodyExtras): Body => {
  const { type, data } = toMap(tree);
  const content = toText(data) ?? '';
  switch (type) {
    case 'json':
      return { type, content };
    case 'text':
      return extras.contentType === undefined
        ? { type, content }
        : { type, content, contentType: extras.contentType };
    case 'xml':
    case 'sparql':
      return { type: 'text', content, contentType: rawTypes[type] ?? '' };
    case 'form-urlencoded':
      return { type, fields: parsePairs(data) };
    case 'multipart-form':
      return { type: 'multipart', parts: addExtras(toList(data).flatMap(parseParts), extras) };
    case 'file': {
      const entries = toList(data).map(toMap);
      const { filePath, contentType } =
        entries.find(({ selected }) => parseFlag(selected) === true) ?? entries[0] ?? {};
      if (typeof filePath !== 'string') return { type: 'none' };
      const kind = typeof contentType === 'string' && contentType !== '' ? { contentType } : {};
      return { type: 'binary', file: filePath, ...kind };
    }
    default:
      return { type: 'none' };
  }
};
