import { randomUUID } from 'node:crypto';

import {
  type Application,
  type CallContext,
  createCalls,
  createQuietContext,
  type Presence,
  type RunningExecutions,
  type UncheckedCall,
} from '@tandem/application';
import { type AppError, type Changes, createRedactor, type StorageFailed } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { RpcDefect, RpcRefusal } from './rpc-error.js';
import { formatPublicError } from './surfaces.js';
import type { MethodName, RpcMethods } from './table.js';

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Converts an error to what may be logged of it: its class, code, message and stack, with secrets redacted. Drops its other properties,
 * because a database error contains the row that was to be written. If the secrets cannot be read, only the class and code remain.
 */
export const toLoggableError = async (application: Application, error: unknown): Promise<object> => {
  const { name, code, message, stack } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const brief = { type: toText(name) ?? typeof error, ...(toText(code) === undefined ? {} : { code }) };
  const secrets = await application
    .hiddenSecrets()()
    .catch(() => undefined);
  if (secrets === undefined || E.isLeft(secrets)) return brief;
  const { text } = createRedactor(secrets.right);
  return { ...brief, message: text(toText(message) ?? String(error)), stack: text(toText(stack) ?? '') };
};

/** Logs bugs and storage failures. A logger of pino has this shape. */
export interface RpcLog {
  readonly error: (fields: object, message: string) => void;
}

/** Calls methods, for callers in this process and for carriers. */
export interface RpcServer {
  /**
   * Calls a method. Without a context, the call can be neither observed nor cancelled.
   * @throws RpcRefusal if the call is refused, RpcDefect if it hits a bug
   */
  readonly call: <M extends MethodName>(
    name: M,
    params: RpcMethods[M]['params'],
    context?: CallContext,
  ) => Promise<RpcMethods[M]['result']>;
  /**
   * Calls a method whose name or parameters are known only at run time, and checks both.
   * @throws as {@link call}
   */
  readonly callByName: (name: string, params: unknown, context?: CallContext) => Promise<unknown>;
  /** The changes of all callers, for carriers that can push. */
  readonly changes: Changes;
  /** The running executions of all callers, for carriers that can push. */
  readonly running?: RunningExecutions;
  /** Records that a window is open, until the returned function is called. */
  readonly attend?: () => () => void;
  /** The agents' sessions, the windows and the pending writes, for carriers that can push. */
  readonly present?: Presence;
  /** Redacts the secrets of every workspace in values. Rejects if the secrets cannot be read. */
  readonly hide?: (values: readonly unknown[]) => Promise<readonly unknown[]>;
}

/** Writes to the log, with secret values redacted. */
type Report = (error: unknown, fields: object, message: string) => Promise<void>;

/** The details of a storage failure that the log contains in addition to its cause. */
const toStorageFields = ({ doing, reason, file, row }: StorageFailed): object => ({
  doing,
  ...(reason === 'other' ? {} : { reason }),
  ...(file === undefined ? {} : { file }),
  ...(row === undefined ? {} : { row }),
});

const createRefusal = async (error: AppError, report: Report): Promise<RpcRefusal> => {
  if (error.kind === 'storage-failed') await report(error.cause, toStorageFields(error), 'storage failed');
  return new RpcRefusal(formatPublicError(error));
};

/** Logs a bug, and returns an error with its id. */
const logDefect = async (error: unknown, report: Report): Promise<RpcDefect> => {
  const errorId = randomUUID();
  await report(error, { errorId }, 'internal error');
  return new RpcDefect(errorId);
};

/** Creates the server that answers the methods in the table with an application. */
export const createRpcServer = (application: Application, log: RpcLog): RpcServer => {
  const report: Report = async (error, fields, message) => {
    log.error({ err: await toLoggableError(application, error), ...fields }, message);
  };
  const { byName, running } = createCalls(application);
  const answer = async (call: UncheckedCall, params: unknown, context: CallContext): Promise<unknown> => {
    const answered = async () => call(params, context)();
    const outcome = await answered().catch(async (error: unknown) => {
      throw await logDefect(error, report);
    });
    if (E.isLeft(outcome)) throw await createRefusal(outcome.left, report);
    return outcome.right;
  };
  const callByName: RpcServer['callByName'] = async (name, params, context = createQuietContext()) => {
    const call = byName.get(name);
    if (call === undefined) throw new Error(`There is no method ${name}`);
    return answer(call, params, context);
  };
  return {
    // The table declares the type of each method's result.
    call: <M extends MethodName>(name: M, params: RpcMethods[M]['params'], context?: CallContext) =>
      callByName(name, params, context) as Promise<RpcMethods[M]['result']>,
    callByName,
    changes: application.changes,
    running,
    attend: application.attend,
    present: application.present,
    hide: async (values) => {
      const secrets = await application.hiddenSecrets()();
      if (E.isLeft(secrets)) throw new Error('the secrets cannot be read');
      return values.map(createRedactor(secrets.right).json);
    },
  };
};
