import type {
  Auth,
  BeforeRequestAnswer,
  ForeignRequest,
  HandlerAnswer,
  NamedScript,
  OnRequestAnswer,
  OnTestAnswer,
  ScriptError,
  ScriptRequest,
  ScriptResponse,
  ScriptRuntime,
  ScriptSession,
} from '@tandem/core';
import { type Fields, fromPostmanAuth, getFields, getText, isFields } from '@tandem/core/document';

import { createCallRecord } from './call-record.js';
import { getSlack } from './guest/cut.js';
import { HostLostError, ScriptFailedError } from './host-process.js';
import { defaultLimits, limitVariables, type ScriptLimits } from './limits.js';
import type { GuestAnswer } from './messages.js';
import { createPool, type Pool } from './pool.js';
import { type GuestSession, openSession } from './session.js';
import { createTrim } from './trim.js';

/**
 * The fields of an OAuth 2.0 auth that count in a script: those of a token that already exists. A script cannot make Tandem fetch a token,
 * because that sends requests.
 */
const tokenFields = ['accessToken', 'addTokenTo', 'headerPrefix'];

const removeSignInFields = (auth: Fields): Fields => {
  const { oauth2 } = auth;
  const isToken = (key: unknown): boolean => typeof key === 'string' && tokenFields.includes(key);
  if (Array.isArray(oauth2))
    return { ...auth, oauth2: oauth2.filter((one) => isFields(one) && isToken(one.key)) };
  const entries = Object.entries(getFields(auth, 'oauth2')).filter(([key]) => isToken(key));
  return { ...auth, oauth2: Object.fromEntries(entries) };
};

/** Parses the auth that a Postman script has set. As in Postman, an unknown or incomplete auth adds nothing. */
const parseScriptAuth = (given: unknown): Auth => {
  const auth = isFields(given) && getText(given, 'type') === 'oauth2' ? removeSignInFields(given) : given;
  const found = fromPostmanAuth(auth);
  return found === undefined || found.type === 'inherit' || found.type === 'oauth2'
    ? { type: 'none' }
    : found;
};

/** How a script runtime starts its hosts and limits them. */
export interface ScriptRuntimeOptions {
  readonly limits?: Partial<ScriptLimits>;
  /** Maximum number of host processes that executions share. Default: 2. */
  readonly hosts?: number;
  /** Whether hosts start only when a script first runs, for programs that rarely run one. */
  readonly isLazy?: boolean;
  /** After how many idle milliseconds all hosts are replaced by a single new one. Default: 10,000. */
  readonly restMs?: number;
}

/** A script runtime whose processes run until it is closed. */
export interface OpenScriptRuntime extends ScriptRuntime {
  readonly close: () => Promise<void>;
}

const toHandlerAnswer = ({
  present,
  error,
  result,
  logs,
  changes,
  cookieEdits,
  control,
  diagnostics,
  tests,
  kept,
}: GuestAnswer): HandlerAnswer => ({
  present,
  error,
  result: result ?? null,
  logs,
  changes,
  diagnostics,
  ...(cookieEdits === undefined ? {} : { cookieEdits }),
  ...(control === undefined ? {} : { control }),
  ...(kept === undefined ? {} : { kept }),
  ...(tests.length === 0 ? {} : { tests }),
});

/** Formats the input of a handler as JSON. The body and bytes of the response are sent separately. */
const formatHandlerInput = (request: ScriptRequest, { bytes, body, ...response }: ScriptResponse): string => {
  return JSON.stringify({
    request,
    response: { ...response, body: null, hasText: body !== null, hasBytes: bytes !== undefined },
  });
};

const getBodyAndBytes = ({ body, bytes }: ScriptResponse) => [body ?? undefined, bytes] as const;

const isValidMock = (mock: NonNullable<OnRequestAnswer['mock']>): boolean =>
  Number.isInteger(mock.status) && mock.status >= 200 && mock.status <= 599;

const toOnRequestAnswer = (answer: GuestAnswer, sent: ScriptRequest): OnRequestAnswer => {
  const { url, method, headers, body } = sent;
  const mock = answer.mock ?? null;
  if (mock !== null && !isValidMock(mock)) {
    const error = { code: 'SCRIPT_ERROR', message: 'ServiceResponse takes a status from 200 to 599' };
    return { ...toHandlerAnswer(answer), error, request: { url, method, headers, body }, mock: null };
  }
  const { sites } = answer;
  return {
    ...toHandlerAnswer(answer),
    request: answer.request ?? { url, method, headers, body },
    mock,
    ...(sites === undefined ? {} : { sites }),
  };
};

const createBeforeRequest =
  (guest: Pick<GuestSession, 'call'>) =>
  async (request: ForeignRequest): Promise<BeforeRequestAnswer> => {
    const answer = await guest.call('beforeRequest', JSON.stringify({ request }));
    const { url, method, headers, body, query, form } = request;
    const before = { url, method, headers, body, query, form };
    const { auth, ...changed } = answer.request ?? {};
    return {
      ...toHandlerAnswer(answer),
      request: {
        ...before,
        ...changed,
        ...(auth === undefined ? {} : { auth: parseScriptAuth(auth) }),
      },
      locals: answer.locals ?? {},
    };
  };

/** Whether a script runs before the variables of the request are filled in. */
const isBeforeRequest = ({ foreign }: NamedScript): boolean => foreign?.event === 'beforeRequest';

const toScriptSession = (
  guest: Pick<GuestSession, 'call'>,
  scripts: readonly NamedScript[],
): ScriptSession => ({
  ...(scripts.some(isBeforeRequest) ? { beforeRequest: createBeforeRequest(guest) } : {}),
  onRequest: async (request) =>
    toOnRequestAnswer(await guest.call('onRequest', JSON.stringify({ request })), request),
  onResponse: async (request, response) =>
    toHandlerAnswer(
      await guest.call('onResponse', formatHandlerInput(request, response), ...getBodyAndBytes(response)),
    ),
  onTest: async (request, response): Promise<OnTestAnswer> => {
    const answer = await guest.call(
      'onTest',
      formatHandlerInput(request, response),
      ...getBodyAndBytes(response),
    );
    return { ...toHandlerAnswer(answer), tests: answer.tests };
  },
});

const createTooLongError = (most: number, name: string | null = null) => ({
  code: 'SCRIPT_ERROR',
  message: `${name ?? 'The script'} is longer than ${most} bytes.`,
  ...(name === null ? {} : { script: name }),
});

const createTooLongSession = (most: number, { name }: NamedScript): ScriptSession => {
  const error = createTooLongError(most, name);
  const answer: HandlerAnswer = {
    present: false,
    error,
    result: null,
    logs: [],
    changes: [],
    diagnostics: [],
  };
  return {
    onRequest: ({ url, method, headers, body }) =>
      Promise.resolve({ ...answer, request: { url, method, headers, body }, mock: null }),
    onResponse: () => Promise.resolve(answer),
    onTest: () => Promise.resolve({ ...answer, tests: [] }),
  };
};

/** Checks a script, and checks it again if the host was ended because of another script. A check has no state, so it can be repeated. */
const checkWithRetry = async (pool: Pool, script: string): Promise<ScriptError | null> => {
  try {
    await (await pool.acquire()).check(script);
    return null;
  } catch (error) {
    if (error instanceof ScriptFailedError) {
      const said = JSON.parse(error.message) as ScriptError;
      return { ...said, message: said.message.slice(0, 2_000) };
    }
    if (error instanceof HostLostError) return checkWithRetry(pool, script);
    throw error;
  }
};

/** Creates a runtime that runs scripts in isolates of child processes, so that a faulty script affects nothing else. */
export const createScriptRuntime = (options: ScriptRuntimeOptions = {}): OpenScriptRuntime => {
  const limits = { ...defaultLimits, ...options.limits };
  const { hosts = 2, restMs = 10_000, isLazy = false } = options;
  const pool = createPool({ hosts, limits, restMs, isLazy });
  return {
    withSession: async (given, environment, signal, use, answer) => {
      const scripts = typeof given === 'string' ? [{ name: null, text: given }] : given;
      const longer = scripts.find(({ text }) => Buffer.byteLength(text) > limits.scriptBytes);
      if (longer) return use(createTooLongSession(limits.scriptBytes, longer));
      const { hidden = [], workspace, ...seen } = environment;
      const slack = Math.max(0, ...hidden.map(({ value }) => getSlack(value)));
      const trim = createTrim(seen.secrets, hidden);
      const guest = openSession(pool, {
        scripts,
        record: createCallRecord(answer, limits, ({ secrets = [] }) => {
          trim.learn(secrets);
        }),
        environment: JSON.stringify({ ...seen, slack }),
        signal,
        ...(workspace === undefined ? {} : { workspace }),
      });
      try {
        const call: GuestSession['call'] = async (...args) => trim.answer(await guest.call(...args));
        return await use(toScriptSession({ call }, scripts));
      } finally {
        guest.close();
      }
    },
    nesting: limits.nesting,
    check: async (script) => {
      if (Buffer.byteLength(script) > limits.scriptBytes) return createTooLongError(limits.scriptBytes);
      return checkWithRetry(pool, script);
    },
    beyondLimit: (script) =>
      Buffer.byteLength(script) > limits.scriptBytes
        ? `is longer than ${limits.scriptBytes} bytes of UTF-8 (${limitVariables.scriptBytes})`
        : null,
    close: () => pool.close(),
  };
};
