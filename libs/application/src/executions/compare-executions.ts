import {
  type AppError,
  type AppResult,
  createInvalidInput,
  createRedactor,
  createTurns,
  cutFields,
  describeCut,
  Difference,
  type DifferenceList,
  ExecutionId,
  type ExecutionSummary,
  excerptValues,
  getExecutionOutcome,
  idPrefixes,
  type Ports,
  type Secret,
  type StoredBody,
  type StoredExecution,
} from '@tandem/core';
import { getOwnValue, Int, integer, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { operation, readEffects } from '../operation.js';
import { resolveAnyRequestId } from '../requests/request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadExecutionSecrets } from './get-execution.js';
import type { StoredBodies } from './stored-bodies.js';

interface Word {
  readonly accepts: (one: ExecutionSummary) => boolean;
  readonly none: string;
}

const keywords: Readonly<Record<string, Word>> = {
  previous: { accepts: () => true, none: 'has no match: no earlier execution of the request is kept' },
  lastPassed: {
    accepts: (one) => getExecutionOutcome(one) === 'passed',
    none: 'has no match: no earlier execution of the request is kept in which tests passed',
  },
};

/** The keywords that name an earlier execution of the same request. */
const earlierExecutionKeywords: readonly string[] = Object.keys(keywords);

/** How many executions are read at once. */
const pageSize = 100;

/** Finds the newest earlier execution of the same request that is accepted, reading page by page. */
const findEarlier = (
  ports: Ports,
  stored: StoredExecution,
  word: Word,
  from: { readonly after?: string; readonly isBelow: boolean } = { isBelow: false },
): AppResult<ExecutionId | undefined> => {
  const { requestId, id } = stored.summary;
  const { isBelow, ...page } = from;
  return pipe(
    ports.store.executions.list(stored.workspaceId, { requestId, take: pageSize, ...page }),
    TE.flatMap(({ items, next }) => {
      const start = isBelow ? 0 : items.findIndex((one) => one.id === id) + 1;
      const below = isBelow || start > 0 ? items.slice(start) : [];
      const found = below.find(word.accepts);
      return found !== undefined || next === undefined
        ? TE.right(found?.id)
        : findEarlier(ports, stored, word, { after: next, isBelow: isBelow || start > 0 });
    }),
  );
};

const refuseReference = (b: string, advice: string): AppResult<never> =>
  TE.left<AppError>(
    createInvalidInput('b', advice, { expected: 'an executionId, previous or lastPassed', got: b }),
  );

/** Whether a reference has the prefix of execution ids. A mistyped id is then not looked up as the name of a request. */
const isExecutionId = (ref: string): ref is ExecutionId => ref.startsWith(`${idPrefixes.execution}_`);

/** The execution that `a` names by its id, or the newest execution of the request in the active workspace that `a` names. */
const resolveFirstExecution = (ports: Ports, a: string): AppResult<ExecutionId> =>
  isExecutionId(a)
    ? TE.right(a)
    : pipe(
        resolveWorkspace(ports)(undefined),
        TE.bindTo('workspace'),
        TE.bind('requestId', ({ workspace }) => resolveAnyRequestId(ports, workspace.id, a, 'a')),
        TE.bind('page', ({ workspace, requestId }) =>
          ports.store.executions.list(workspace.id, { requestId, take: 1 }),
        ),
        TE.flatMap(({ page }) => {
          const [newest] = page.items;
          const problem = 'is a request of which no execution is kept; execute it first';
          return newest === undefined
            ? TE.left<AppError>(createInvalidInput('a', problem, { expected: 'an executionId', got: a }))
            : TE.right(newest.id);
        }),
      );

/** The execution that `b` refers to, by its id or by a keyword for an earlier one of the same request. */
const resolveOtherExecution = (ports: Ports, one: StoredExecution, b: string): AppResult<ExecutionId> => {
  const word = getOwnValue(keywords, b);
  if (word === undefined)
    return ExecutionId.is(b)
      ? TE.right(b)
      : refuseReference(b, 'must be an executionId, previous or lastPassed');
  return pipe(
    findEarlier(ports, one, word),
    TE.flatMap((id) =>
      id === undefined
        ? refuseReference(b, `${word.none}; pass the id of another execution, from executions_list`)
        : TE.right(id),
    ),
  );
};

export const CompareExecutionsArguments = struct(
  'executions_compare arguments',
  { a: withDescription(t.string, 'executionId, or a request') },
  {
    b: withDescription(t.string, 'An executionId, previous (default) or lastPassed'),
    ignore: withDescription(t.readonlyArray(t.string), 'JSONPaths of the body, or headers.NAME'),
    offset: withDescription(integer(0), 'First difference; a nextOffset'),
  },
);
export type CompareExecutionsArguments = t.TypeOf<typeof CompareExecutionsArguments>;

const ComparedExecution = struct(
  'a compared execution',
  {
    id: ExecutionId,
    /** Names the side: the argument that named it, its request and its environment. */
    label: t.string,
    startedAt: t.string,
    status: t.union([Int, t.null], 'a status or null'),
  },
  {
    /** Set if only the beginning of the body was stored and compared, with the size of the whole body and of the stored part in bytes. */
    truncated: cutFields.truncated,
    size: cutFields.size,
    keptBytes: Int,
  },
);

export const ExecutionComparison = struct(
  'a comparison of executions',
  {
    /** The earlier execution. `before` in each difference is its value. */
    before: ComparedExecution,
    after: ComparedExecution,
    differences: t.readonlyArray(Difference),
  },
  {
    more: Int,
    /** Set if there are more differences, with their number and the offset for the next call, or if a compared body is truncated. */
    ...cutFields,
  },
);
export type ExecutionComparison = t.TypeOf<typeof ExecutionComparison>;

interface ComparedSide {
  /** The argument that named this execution. */
  readonly argument: string;
  readonly stored: StoredExecution;
  readonly body: StoredBody | null;
  readonly secrets: readonly Secret[];
}

const loadSide = (
  ports: Ports,
  storedBodies: StoredBodies,
  { stored, argument }: Pick<ComparedSide, 'stored' | 'argument'>,
  context: Partial<CallContext>,
): AppResult<ComparedSide> =>
  pipe(
    loadExecutionSecrets(ports, stored, context),
    TE.bindTo('secrets'),
    TE.bind('body', ({ secrets }) => storedBodies(ports, stored.workspaceId, stored.summary.id, secrets)),
    TE.map((read) => ({ argument, stored, ...read })),
  );

const loadStoredExecution = (ports: Ports, id: ExecutionId): AppResult<StoredExecution> =>
  pipe(
    ports.store.executions.workspaceOf(id),
    TE.flatMap((workspaceId) => ports.store.executions.get(workspaceId, id)),
  );

/** Headers that differ in every response. */
const ignoredHeaders = ['date'];

/** The status, the error and the headers as values by path. */
const toHeadFields = ({
  stored: { summary, result },
  secrets,
}: ComparedSide): ReadonlyMap<string, string | number> => {
  const { text } = createRedactor(secrets);
  const headers = Object.entries(result.response?.headers ?? {}).filter(
    ([name]) => !ignoredHeaders.includes(name),
  );
  return new Map<string, string | number>([
    ...(summary.status === null ? [] : [['status', summary.status] as const]),
    ...(summary.error === null ? [] : [['error', summary.error] as const]),
    ...headers.map(([name, value]) => [`headers.${name}`, text(value)] as const),
  ]);
};

/** Maximum length of a header shown, in UTF-16 units. */
const maxHeaderLength = 300;

const compareHeads = (before: ComparedSide, after: ComparedSide): readonly Difference[] => {
  const [old, now] = [toHeadFields(before), toHeadFields(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): readonly Difference[] => {
    const [one, other] = [old.get(path), now.get(path)];
    if (one === other) return [];
    const values = {
      ...(one === undefined ? {} : { before: one }),
      ...(other === undefined ? {} : { after: other }),
    };
    return [{ path, ...excerptValues(values, maxHeaderLength) }];
  });
};

const formatSize = ({ body, stored }: ComparedSide): string => {
  const { size = 0 } = stored.result.response ?? {};
  return `${size} bytes${body === null && size > 0 ? ', not kept' : ''}`;
};

/** How many bytes are compared before other work gets a turn. That many take a few milliseconds. */
const comparedBytes = 1024 * 1024;

const isSameFor = (one: Uint8Array, other: Uint8Array, from: number): boolean => {
  const until = Math.min(one.length, from + comparedBytes);
  for (let at = from; at < until; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

const isSameBytes = async (one: Uint8Array, other: Uint8Array): Promise<boolean> => {
  if (one.length !== other.length) return false;
  const turns = createTurns();
  for (let from = 0; from < one.length; from += comparedBytes) {
    if (!isSameFor(one, other, from)) return false;
    await turns();
  }
  return true;
};

const empty: StoredBody = { kind: 'text', bytes: new Uint8Array(), truncated: false };

/** The body as it can be compared: empty if the response had none, null if it was not stored. */
const findReadableBody = ({ body, stored }: ComparedSide): StoredBody | null =>
  body ?? ((stored.result.response?.size ?? 0) === 0 ? empty : null);

const compareBodies = (
  { jsonPath }: Ports,
  before: ComparedSide,
  after: ComparedSide,
  ignore: readonly string[],
  offset: number,
): AppResult<DifferenceList> => {
  const [one, other] = [findReadableBody(before), findReadableBody(after)];
  if (one?.kind === 'text' && other?.kind === 'text')
    return jsonPath.compare(one.bytes, other.bytes, ignore, offset);
  return TE.fromTask(async () => {
    const isSame = one !== null && other !== null && (await isSameBytes(one.bytes, other.bytes));
    const all = isSame ? [] : [{ path: 'body', before: formatSize(before), after: formatSize(after) }];
    return { differences: all.slice(offset), size: all.length };
  });
};

const toComparedExecution = ({
  argument,
  body,
  stored: { summary, result },
}: ComparedSide): ExecutionComparison['before'] => {
  const { id, startedAt, status, name, environment } = summary;
  const within = environment ? ` in ${environment.name}` : '';
  const extent =
    body?.truncated === true
      ? { truncated: true as const, size: result.response?.size ?? 0, keptBytes: body.bytes.length }
      : {};
  return { id, label: `${argument}: ${name}${within}`, startedAt, status, ...extent };
};

const compareSides = (
  ports: Ports,
  [before, after]: readonly [ComparedSide, ComparedSide],
  { ignore = [], offset = 0 }: Pick<CompareExecutionsArguments, 'ignore' | 'offset'>,
): AppResult<ExecutionComparison> => {
  const heads = compareHeads(before, after).filter(
    ({ path }) => !ignore.some((one) => one.toLowerCase() === path),
  );
  const paths = ignore.filter((path) => !/^(headers\.|status$)/.test(path));
  return pipe(
    compareBodies(ports, before, after, paths, Math.max(0, offset - heads.length)),
    TE.map((body) => {
      const differences = [...heads.slice(offset), ...body.differences];
      const size = heads.length + (body.size ?? body.differences.length);
      const isPart = before.body?.truncated === true || after.body?.truncated === true;
      return {
        before: toComparedExecution(before),
        after: toComparedExecution(after),
        differences,
        ...(body.more === undefined ? {} : { more: body.more }),
        ...(isPart ? { truncated: true as const } : {}),
        ...describeCut(size, offset + differences.length),
      };
    }),
  );
};

/** Compares two stored executions. `before` is the value of the earlier one. */
export const compareExecutions =
  (ports: Ports, storedBodies: StoredBodies) =>
  (
    { a, b = 'previous', ...wanted }: CompareExecutionsArguments,
    context: Partial<CallContext> = {},
  ): AppResult<ExecutionComparison> =>
    pipe(
      TE.Do,
      TE.bind('one', () =>
        pipe(
          resolveFirstExecution(ports, a),
          TE.flatMap((id) => loadStoredExecution(ports, id)),
        ),
      ),
      TE.bind('other', ({ one }) =>
        pipe(
          resolveOtherExecution(ports, one, b),
          TE.flatMap((id) => loadStoredExecution(ports, id)),
        ),
      ),
      TE.bind('left', ({ one }) => loadSide(ports, storedBodies, { stored: one, argument: 'a' }, context)),
      TE.bind('right', ({ other }) => {
        const argument = earlierExecutionKeywords.includes(b) ? `b (${b})` : 'b';
        return loadSide(ports, storedBodies, { stored: other, argument }, context);
      }),
      TE.flatMap(({ left, right }) => {
        const isEarlier =
          earlierExecutionKeywords.includes(b) ||
          right.stored.summary.startedAt <= left.stored.summary.startedAt;
        return compareSides(ports, isEarlier ? [right, left] : [left, right], wanted);
      }),
    );

export const executionsCompare = operation({
  name: 'executions_compare',
  title: 'Compare two executions',
  description: 'Lists what differs in status, headers and body; never the bodies themselves.',
  arguments: CompareExecutionsArguments,
  result: ExecutionComparison,
  effects: readEffects,
  useCase: 'executions.compare',
  run: ({ ports, storedBodies }) => compareExecutions(ports, storedBodies),
});
