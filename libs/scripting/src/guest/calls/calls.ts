import type {
  EnvironmentChange,
  ExecutionScriptCall,
  RetainedVariable,
  ScriptCall,
  ScriptCallAnswer,
  ScriptResponse,
} from '@tandem/core';

import { createBody, createResponse, type ResponseBody, type TextCodec, toUrlText } from '../response.js';
import { show } from '../tests/show.js';
import { GuestHeaders, type HeadersInit } from '../web/headers.js';

/** A header or form field of a saved request. */
export const toEnabledPair = ([name, value]: readonly [string, string]) => ({ name, value, enabled: true });

type SendCall = Extract<ScriptCall, { kind: 'send' }>;

/** The arguments of a call to send, without the fields that the guest adds. */
export type SendArguments = Omit<SendCall, 'kind' | 'changes'>;
type ExecuteArguments = Omit<ExecutionScriptCall, 'kind' | 'changes'>;

type CallInput = Readonly<Record<string, unknown>>;

const sendFields = [
  ...['url', 'method', 'headers', 'body', 'json', 'form', 'auth', 'timeoutMs', 'followRedirects'],
];
const executeFields = ['variables'];

const checkFields = (call: string, given: unknown, known: readonly string[]): CallInput => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${call}, not ${show(given)}`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new TypeError(`${call} with ${known.join(', ')}, not ${name}`);
  }
  return given as CallInput;
};

const toJsonText = (value: unknown): string => {
  const text: unknown = JSON.stringify(value);
  if (typeof text === 'string') return text;
  throw new TypeError('send takes a json that can be converted to JSON');
};

const toFormBody = (form: unknown): SendCall['body'] => {
  if (typeof form !== 'object' || form === null)
    throw new TypeError('send takes a form that is an object, or a list of [name, value]');
  const entries = Symbol.iterator in form ? [...(form as Iterable<unknown[]>)] : Object.entries(form);
  const fields = entries.map(([name, value]) => [String(name), String(value)] as const);
  return { type: 'form-urlencoded', fields: fields.map(toEnabledPair) };
};

const toSendBody = ({ body, json, form }: CallInput): SendCall['body'] => {
  const given = [body ?? undefined, json, form].filter((one) => one !== undefined);
  if (given.length > 1) throw new TypeError('send takes one of body, json and form, not several');
  if (json !== undefined) return { type: 'json', content: toJsonText(json) };
  if (form !== undefined) return toFormBody(form);
  if (body === undefined || body === null) return { type: 'none' };
  if (typeof body === 'string') return { type: 'text', content: body };
  throw new TypeError('send takes a body that is a string; use json for a value, or form for fields');
};

const toMethod = (method: unknown): string => {
  if (method === undefined) return 'GET';
  if (typeof method === 'string') return method;
  throw new TypeError(`send takes a method that is a string, not ${show(method)}`);
};

/** Parses the argument of `send`: a URL or an object. */
const parseSendArguments = (given: unknown): SendArguments => {
  const isUrl = typeof given === 'string' || (typeof given === 'object' && given !== null && 'href' in given);
  const call = 'send takes a URL or an object';
  const fields = isUrl ? { url: given } : checkFields(call, given, sendFields);
  const { url, method, headers, auth, timeoutMs, followRedirects } = fields;
  if (url === undefined) throw new TypeError('send takes an object with a url');
  return {
    url: toUrlText(url, 'send takes a url that is'),
    method: toMethod(method),
    headers: GuestHeaders.toList(new GuestHeaders(headers as HeadersInit | undefined)).map(toEnabledPair),
    body: toSendBody(fields),
    ...(auth === undefined ? {} : { auth: auth as NonNullable<SendCall['auth']> }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs as NonNullable<SendCall['timeoutMs']> }),
    ...(followRedirects === undefined ? {} : { followRedirects: followRedirects as boolean }),
  };
};

/** Parses the arguments of `execute`: the name, path or id of a request, and options. */
const parseExecuteArguments = (request: unknown, options: unknown = {}): ExecuteArguments => {
  if (typeof request !== 'string' || request.trim() === '')
    throw new TypeError('execute takes the name, the path or the id of a request');
  const { variables } = checkFields('execute takes an object as its second argument', options, executeFields);
  return {
    request,
    ...(variables === undefined ? {} : { variables: variables as Readonly<Record<string, unknown>> }),
  };
};

/** A response to a call, without its bytes. */
export type CalledResponse = Omit<ScriptResponse, 'bytes'>;

/** The response to a call, with its body. */
export interface CallResult extends ResponseBody {
  readonly response: CalledResponse;
  /** The report of the execution. Set if the call executed a saved request. */
  readonly execution?: Extract<ScriptCallAnswer['outcome'], { response: object }>['execution'];
  /** The variables that the scripts of the saved request hold in memory. */
  readonly kept: readonly RetainedVariable[];
}

/** Why a call failed. */
type Failure = Extract<ScriptCallAnswer['outcome'], { error: object }>['error'];

/** An answer from the host. The body is passed separately, because escaping it as JSON would be expensive. */
interface Answer {
  readonly outcome:
    | {
        readonly response: CalledResponse & { readonly hasText: boolean };
        readonly execution?: NonNullable<CallResult['execution']>;
      }
    | { readonly error: Failure };
  readonly changes?: readonly EnvironmentChange[];
  readonly kept?: readonly RetainedVariable[];
}

interface CallStore {
  readonly env: object;
  /** The variables that the handler has changed so far. */
  readonly changed: () => readonly EnvironmentChange[];
  /** Applies the changes of an executed request as if the script had made them. */
  readonly change: (changes: readonly EnvironmentChange[]) => void;
}

/** The functions of the host that calls use, and the limits of a handler. */
interface CallParts {
  /** Passes a call to the host with its number. */
  readonly ask: (id: number, call: string) => void;
  readonly codec: TextCodec;
  readonly store: () => CallStore;
  /** Resolves after one turn of the host's event loop. */
  readonly turn: () => Promise<void>;
  readonly most: number;
  /** Maximum length of a call, in UTF-16 units. */
  readonly maxUnits: number;
}

type Settle = (answer: Answer, body: string | undefined, bytes: ArrayBuffer | undefined) => void;

// Taken before the script runs, so that a script which changes the globals does not affect the answer.
const { parse, stringify } = JSON;

/** The pending calls of a session. */
const createPendingCalls = () => {
  const waiting = new Map<number, Settle>();
  let onNone: () => void = () => undefined;
  return {
    add: (id: number, settle: Settle): void => {
      waiting.set(id, settle);
    },
    isNone: (): boolean => waiting.size === 0,
    none: (): Promise<void> =>
      new Promise((resolve) => {
        onNone = resolve;
      }),
    settle: (id: number, text: string, body: string | undefined, bytes: ArrayBuffer | undefined): void => {
      const found = waiting.get(id);
      waiting.delete(id);
      found?.(parse(text) as Answer, body, bytes);
      if (waiting.size === 0) onNone();
    },
  };
};

const toCallResult = (
  { codec }: Pick<CallParts, 'codec'>,
  { response: { hasText, ...response }, execution }: Extract<Answer['outcome'], { response: object }>,
  kept: readonly RetainedVariable[],
  text: string | undefined,
  bytes: ArrayBuffer | undefined,
): CallResult => {
  const body = hasText ? (text ?? '') : null;
  return {
    response: { ...response, body },
    ...createBody(codec, body, bytes),
    kept,
    ...(execution === undefined ? {} : { execution }),
  };
};

/** Converts the failure of a call to an error with the stack of the script's call. */
const toCallError = (from: Error, why: Failure): Error => Object.assign(from, why);

/** Makes calls only while a handler runs. A timer may make a call after its handler has ended: that call waits for the next handler. */
const createTurns = () => {
  let isRunning = false;
  let later: (() => void)[] | undefined;
  return {
    hasBegun: (): boolean => later !== undefined,
    make: (make: () => Promise<CallResult>): Promise<CallResult> =>
      isRunning || later === undefined
        ? make()
        : new Promise((resolve) => {
            later?.push(() => {
              resolve(make());
            });
          }),
    begin: (): void => {
      isRunning = true;
      const waited = later ?? [];
      later = [];
      for (const make of waited) make();
    },
    end: (): void => {
      isRunning = false;
    },
  };
};

/** Creates the globals `send` and `execute`. A handler ends only after all its calls have ended, whether or not it awaits them. */
export const createCalls = (parts: CallParts) => {
  const waiting = createPendingCalls();
  let lastId = 0;
  let made = 0;
  const turns = createTurns();

  const refuse = (name: string): void => {
    if (!turns.hasBegun()) throw new Error(`${name} can be called in a handler only`);
    if (made >= parts.most) throw new Error(`a handler may send at most ${parts.most} requests`);
  };
  const call = (name: string, args: (SendArguments | ExecuteArguments) & { readonly kind: string }) =>
    new Promise<CallResult>((resolve, reject) => {
      refuse(name);
      const store = parts.store();
      const text = stringify({ ...args, changes: store.changed() });
      if (text.length > parts.maxUnits)
        throw new RangeError(`${name} takes at most ${parts.maxUnits} bytes with the changed variables`);
      made += 1;
      lastId += 1;
      const from = new Error();
      waiting.add(lastId, ({ outcome, changes = [], kept = [] }, body, bytes) => {
        store.change(changes);
        if ('error' in outcome) reject(toCallError(from, outcome.error));
        else resolve(toCallResult(parts, outcome, kept, body, bytes));
      });
      parts.ask(lastId, text);
    });
  const send = (args: SendArguments): Promise<CallResult> =>
    turns.make(() => call('send', { kind: 'send', ...args }));
  const execute = (args: ExecuteArguments): Promise<CallResult> =>
    turns.make(() => call('execute', { kind: 'execute', ...args }));
  const shown = ({ response, bytes }: CallResult) => createResponse(response, parts.store().env, bytes);

  return {
    /** For the shims of other tools. */
    send,
    execute,
    globals: {
      send: async (given: unknown) => shown(await send(parseSendArguments(given))),
      execute: async (request: unknown, options?: unknown) => {
        const called = await execute(parseExecuteArguments(request, options));
        return Object.freeze({ ...shown(called), execution: called.execution });
      },
    },
    settle: waiting.settle,
    /** Called when a handler begins. */
    begin: (): void => {
      made = 0;
      turns.begin();
    },
    /** Waits for the calls that the handler did not await, and for calls that follow from them. */
    end: async (): Promise<void> => {
      while (!waiting.isNone()) {
        await waiting.none();
        await parts.turn();
      }
      turns.end();
    },
  };
};

export type Calls = ReturnType<typeof createCalls>;
