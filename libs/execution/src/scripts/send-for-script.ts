import {
  createCallSecrets,
  filterEnabledPairs,
  type ExecutionFault,
  type ScriptCall,
  type ScriptCallAnswer,
  type Secret,
  type SentStep,
} from '@tandem/core';
import { removeJsonComments } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import { authorize } from '../auth/authorize.js';
import { prepareAuth } from '../auth/prepare-auth.js';
import { sendAuthorized } from '../auth/send-authorized.js';
import { createFault } from '../fault.js';
import type { Fill, FillGrammar } from '../filling/filler.js';
import { fillBody } from '../bodies/fill-body.js';
import { addDefaultHeaders, formatUserAgent } from '../filling/headers.js';
import { fillQuery } from '../filling/target.js';
import {
  createExecutionState,
  type ExecutionContext,
  type PreparedRequest,
  listChangedSecrets,
  type ExecutionState,
} from '../execution-state.js';
import { toScriptResponse } from './script-view.js';

type SendCall = Extract<ScriptCall, { kind: 'send' }>;

/** The outcome of a script's call. */
export interface CallOutcome {
  readonly answer: ScriptCallAnswer;
  /** The requests that were sent for the call. The request that the script asked for comes last. */
  readonly steps: readonly SentStep[];
  readonly secrets: readonly Secret[];
}

/** Maximum length of a URL that a script may send to. The result contains every such URL. */
const maxUrlLength = 16_384;

/** Leaves the text of a script's request as it is. It may come from a response, and filling in its variables could then leak a secret. */
const leaveText: Fill = (text) => text;
const fillJsonUnchanged: FillGrammar = (text) => ({
  text: removeJsonComments(text),
  unresolved: [],
  replaced: [],
});

const prepareCall = (
  { ports }: ExecutionContext,
  call: SendCall,
): E.Either<ExecutionFault, PreparedRequest> => {
  if (call.url.length > maxUrlLength)
    return E.left(
      createFault('URL_INVALID', `The URL has more than ${maxUrlLength} characters. Send a body instead.`),
    );
  return pipe(
    prepareAuth(leaveText, call.auth ?? { type: 'none' }),
    E.map(({ header, query, token, outgoing }) => {
      const { body, contentType, accept } = fillBody(leaveText, fillJsonUnchanged, call.body);
      const own = filterEnabledPairs(call.headers).map(({ name, value }) => [name, value] as const);
      const headers = addDefaultHeaders(own, [
        ...(header ? [header] : []),
        ['content-type', contentType],
        ['accept', accept],
        ['user-agent', formatUserAgent(ports)],
      ]);
      const added = { saved: [], changes: [], auth: query ? [query] : [] };
      return {
        method: call.method.trim(),
        url: query ? fillQuery(call.url, added).url : call.url,
        headers,
        credentials: header ? [header[0]] : [],
        body,
        ...(token === undefined ? {} : { token }),
        ...(outgoing === undefined ? {} : { auth: outgoing }),
        pathParams: {},
        queryParams: {},
      };
    }),
  );
};

/**
 * Creates the context for a request that a script sends. It is the context of the execution with the call's own settings; only the
 * connection settings are those of the saved request.
 */
const createCallContext = (
  { cookies, ...context }: ExecutionContext,
  call: SendCall,
  timeoutMs: number,
  signal: AbortSignal,
): ExecutionContext => {
  const { http, tls } = context.request.settings;
  return {
    ...context,
    ...(cookies === undefined || call.cookies === false ? {} : { cookies }),
    request: {
      ...context.request,
      auth: call.auth ?? { type: 'none' },
      settings: {
        ...(http === undefined ? {} : { http }),
        ...(tls === undefined ? {} : { tls }),
        ...(call.followRedirects === undefined ? {} : { followRedirects: call.followRedirects }),
      },
    },
    input: { ...context.input, timeoutMs: Math.min(call.timeoutMs ?? timeoutMs, timeoutMs) },
    signal,
    onText: undefined,
  };
};

const sendCall = (context: ExecutionContext, call: SendCall): Promise<ExecutionState> => {
  const first = createExecutionState(context.request);
  const sent = pipe(
    TE.fromEither(prepareCall(context, call)),
    TE.mapLeft((why): ExecutionState => ({ ...first, fault: why })),
    TE.map((ready): ExecutionState => ({ ...first, prepared: ready })),
    TE.flatMap(authorize(context)),
    TE.flatMap(sendAuthorized(context)),
    TE.toUnion,
  );
  return sent();
};

const toCallOutcome = (
  context: ExecutionContext,
  { fault: why, response }: ExecutionState,
): ScriptCallAnswer['outcome'] => {
  if (why !== null) {
    const { cause } = (why.details ?? {}) as { readonly cause?: unknown };
    return {
      error: { code: why.code, message: why.message, ...(typeof cause === 'string' ? { cause } : {}) },
    };
  }
  if (response === null) return { error: { code: 'NETWORK_ERROR', message: 'There was no response.' } };
  return { response: toScriptResponse(context, response) };
};

/**
 * Sends a request for a script, by the steps of an execution. The rules are those for the script's own request, whose cookies, proxy and
 * TLS settings it uses.
 */
export const sendForScript = async (
  context: ExecutionContext,
  call: SendCall,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<CallOutcome> => {
  const { clock, bodies } = context.ports;
  const share = bodies.open();
  const began = clock.now().getTime();
  const secrets = createCallSecrets(context.secrets);
  secrets.add([...context.secrets.all(), ...listChangedSecrets(call.changes)]);
  const within = { ...createCallContext(context, call, timeoutMs, signal), secrets };
  try {
    const state = await sendCall({ ...within, share }, call);
    const { response, fault: why } = state;
    const step: SentStep = {
      step: 'script',
      method: call.method.trim(),
      url: call.url.slice(0, maxUrlLength),
      status: response?.status ?? null,
      durationMs: response?.time ?? clock.now().getTime() - began,
      ...(why === null ? {} : { error: why.code }),
    };
    const answer = { outcome: toCallOutcome(context, state), secrets: secrets.all() };
    return { answer, steps: [...state.steps, step], secrets: secrets.all() };
  } finally {
    share.release();
  }
};
