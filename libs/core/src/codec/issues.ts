import type * as t from 'io-ts';

import { stringifyJson } from './exact-json.js';

/** One error in a value: its location, the expected and the received value. */
export interface Issue {
  /** The path, such as `headers[0].name`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Similar known names, nearest first; omitted if there are none. */
  readonly near?: readonly string[];
  /** The kind of entity whose id or name was expected; omitted for other values. Not sent to callers. */
  readonly entity?: string;
  /** The complete issue as one sentence. */
  readonly message: string;
}

const formatJson = (value: unknown): string => {
  const text: unknown = typeof value === 'bigint' ? `${value}n` : stringifyJson(value);
  return typeof text === 'string' ? text : typeof value;
};

/** A received value as shown in an issue: as JSON, cut after 80 characters. */
export const formatReceivedValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = formatJson(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

const shortenKey = (key: string): string => (key.length > 100 ? `${key.slice(0, 97)}...` : key);

const composite = new Set(['IntersectionType', 'RefinementType', 'ExactType']);

const formatPath = (context: t.Context): string =>
  context
    .slice(1)
    .filter((_, index) => !composite.has((context[index]?.type as { _tag?: string })._tag ?? ''))
    .map(({ key }) => shortenKey(key))
    .reduce(
      (path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
      '',
    );

/** Whether the codec is a union, with or without a default. */
const isUnion = (type: unknown): boolean => {
  const { _tag, inner } = type as { readonly _tag?: string; readonly inner?: unknown };
  return _tag === 'UnionType' || (_tag === 'DefaultedType' && isUnion(inner));
};

/** Cuts a context at its first union, so that a union fails as a whole. */
const cutAtUnion = (context: t.Context): t.Context => {
  const index = context.findIndex(({ type }) => isUnion(type));
  return index < 0 ? context : context.slice(0, index + 1);
};

/** A validation error with the advice that its codec adds. */
export interface ExplainedError extends t.ValidationError {
  readonly expected?: string;
  readonly near?: readonly string[];
}

/** The entity that a codec's values refer to, if any. */
const getEntity = (type: unknown): string | undefined =>
  (type as { readonly entity?: string } | undefined)?.entity;

const toIssue = (error: ExplainedError): Issue => {
  const context = cutAtUnion(error.context);
  const last = context.at(-1);
  const path = formatPath(context);
  const subject = path === '' ? (context[0]?.type.name ?? 'the value') : path;
  const named = error.expected ?? last?.type.name ?? 'something else';
  // io-ts gives this name to a list codec that has no name of its own.
  const expected = named.replace(/^ReadonlyArray<string>$/, 'a list of texts such as ["a", "b"]');
  const got = formatReceivedValue(last?.actual);
  const message = error.message
    ? `${subject} ${error.message}`
    : last?.actual === undefined
      ? `${subject} is missing; it must be ${expected}`
      : `${subject} must be ${expected}, not ${got}`;
  const entity = getEntity(last?.type);
  return {
    path,
    expected,
    got,
    ...(error.near?.length ? { near: error.near } : {}),
    ...(entity === undefined ? {} : { entity }),
    message,
  };
};

/** Converts io-ts errors to a list with one issue per path. */
export const toIssues = (errors: t.Errors): readonly Issue[] => {
  const found = new Map<string, Issue>();
  for (const error of errors) {
    const issue = toIssue(error);
    if (!found.has(issue.path)) found.set(issue.path, issue);
  }
  return [...found.values()];
};
