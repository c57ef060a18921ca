import {
  type ApprovalOutcome,
  createRedactor,
  createSecretSearch,
  type Environment,
  evaluateGuards,
  type ExecutionFault,
  type FaultCode,
  type Guard,
  type PendingRequest,
  type Ports,
  type PreparedRequest,
  type Secret,
  type Sender,
  type SendGuard,
  type Workspace,
} from '@tandem/core';
import { collectRequestTexts, decodeUtf8 } from '@tandem/execution';

import { askDirectly, type CallContext } from '../call-context.js';

/** A guard that applies to a request: that of its environment, of a base of it, or of another environment. */
export interface EnvironmentGuard {
  readonly environment: Pick<Environment, 'id' | 'name' | 'color'>;
  readonly guard: Guard;
  /** Set if the guard belongs to an environment that is not in use. It then applies only to requests that contain one of these secrets. */
  readonly secrets?: readonly Secret[];
}

/** The caller and the request that are checked, and the guards that apply. */
export interface PermitContext {
  readonly ports: Ports;
  readonly call: CallContext;
  readonly guards: readonly EnvironmentGuard[];
  readonly workspace: Workspace;
  readonly environment: EnvironmentGuard['environment'] | null;
  readonly request: PendingRequest['request'];
  /** The secrets to redact in questions and refusals. */
  readonly secrets: () => readonly Secret[];
}

/** Maximum length of a body that a question shows, and of a body that is compared with an earlier one, in UTF-16 units. */
const [maxBodyPreviewLength, maxGrantBodyLength] = [4_000, 65_536];

/** Headers that differ each time although the request is the same. */
const volatileHeaders = new Set(
  'authorization,proxy-authorization,cookie,date,x-amz-date,x-amz-security-token,content-length'.split(','),
);

const findSender = ({ kind, redactsSecrets }: CallContext): Sender | undefined => {
  if (kind === 'mcp' || kind === 'script' || redactsSecrets === true) return 'agent';
  return kind === 'window' ? 'person' : undefined;
};

const countBodyBytes = ({ body }: PreparedRequest): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : (body?.length ?? 0);

/** The body as text. Null if there is no body or it is not UTF-8. */
const decodeBodyText = ({ body }: PreparedRequest): string | null =>
  body === null || typeof body === 'string' ? body : decodeUtf8(body);

/** A text that is equal for requests that differ only in credentials and time. Undefined if the body is too long or not text. */
const toComparableRequest = (request: PreparedRequest): string | undefined => {
  const body = decodeBodyText(request);
  const length = countBodyBytes(request);
  if (length > maxGrantBodyLength || (body === null && length > 0)) return undefined;
  const headers = request.headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !volatileHeaders.has(name));
  return JSON.stringify([request.method, request.url, headers, body]);
};

const findGuard = (name: string): string => `the guard of "${name}", under Environments in the window`;

/** The caller and the environment of a request. */
interface CallerPermitContext extends PermitContext {
  readonly environment: EnvironmentGuard['environment'];
  readonly sender: Sender;
}

/** Creates the phrases that describe a request in questions and refusals. */
const createRequestPhrases = ({ environment, secrets }: CallerPermitContext) => {
  const shown = (request: PreparedRequest) => {
    const redactor = createRedactor(secrets());
    const body = decodeBodyText(request);
    return {
      method: request.method,
      url: redactor.text(request.url),
      headers: request.headers.map(([name, value]) => ({ name, value: redactor.text(value) })),
      body:
        body === null ? null : redactor.beginning(body, maxBodyPreviewLength).slice(0, maxBodyPreviewLength),
      isBodyCut: body !== null && body.length > maxBodyPreviewLength,
      bodyBytes: countBodyBytes(request),
    };
  };
  const faultOf = (
    code: FaultCode,
    request: PreparedRequest,
    words: (what: string) => string,
    more: object = {},
  ): ExecutionFault => {
    const would = shown(request);
    const details = { environment: environment.name, hop: request.hop, request: would, ...more };
    return { code, message: words(`${would.method} ${would.url}`), details };
  };
  return { shown, faultOf };
};

type RequestPhrases = ReturnType<typeof createRequestPhrases>;

/** Creates a check that refuses an agent's request if there were too many in the last minute. */
const createRateLimit = ({ ports, guards }: CallerPermitContext, { faultOf }: RequestPhrases) => {
  const tooMany = (request: PreparedRequest): ExecutionFault | undefined => {
    for (const { environment: of, guard } of guards) {
      const { perMinute } = guard.agents;
      const waitMs = perMinute === undefined ? 0 : (ports.guardian?.count(of.id, perMinute) ?? 0);
      if (waitMs === 0) continue;
      const seconds = Math.ceil(waitMs / 1000);
      return faultOf(
        'RATE_LIMITED',
        request,
        (what) =>
          `Agents may send ${perMinute} requests a minute with the environment "${of.name}", so ${what} was not sent. Try again in ${seconds} s; a person can change the limit in ${findGuard(of.name)}.`,
        { perMinute: perMinute ?? null, retryAfterSeconds: seconds },
      );
    }
    return undefined;
  };
  return tooMany;
};

/** Says why there was no answer: a question ends before its caller stops waiting. */
const describeLateAnswer = (waitMs: number): string =>
  waitMs > 0
    ? `nobody answered within ${Math.round(waitMs / 1000)} s`
    : 'there was no time left to ask, because the client may give up soon';

/** The error that follows from an answer. Undefined if the request may be sent. */
const findRefusal = (
  { ports, environment, sender }: CallerPermitContext,
  faultOf: RequestPhrases['faultOf'],
  asked: ApprovalOutcome,
  request: PreparedRequest,
  maxMs: number,
): ExecutionFault | undefined => {
  switch (asked) {
    case 'once':
    case 'session':
      return undefined;
    case 'ended':
      return { code: 'CANCELLED', message: 'The execution was cancelled.' };
    case 'deny':
      if (sender === 'person')
        return { code: 'CANCELLED', message: 'Nothing was sent: the person who was asked chose not to.' };
      return faultOf(
        'GUARD_DENIED',
        request,
        (what) =>
          `A person did not allow ${what} with the environment "${environment.name}", so it was not sent. Do not try it again unless the person asks for it.`,
      );
    case 'late':
    case 'nobody': {
      // Only a window of the agent's own process shows the question.
      const [why, how] =
        asked === 'nobody'
          ? [
              'no window is open that this server can ask in',
              "open Tandem's window, connect you to the MCP address in its status bar and answer there while you call again",
            ]
          : [
              describeLateAnswer(Math.min(ports.guardian?.waitMs ?? 0, maxMs)),
              "answer in Tandem's window while you call again",
            ];
      return faultOf(
        'APPROVAL_NEEDED',
        request,
        (what) =>
          `A person has to allow ${what} with the environment "${environment.name}", and ${why}. Nothing was sent. Ask the person to ${how}, or to add a rule for it in ${findGuard(environment.name)}.`,
      );
    }
  }
};

/** Creates a guard that asks a person about each request. */
const createAskingGuard = (limited: CallerPermitContext, { shown, faultOf }: RequestPhrases): SendGuard => {
  const { ports, call, workspace, environment, sender, request: saved } = limited;
  const { by = 'An agent', whileAsking = askDirectly } = call;
  /** The last request that was allowed once. If the server then asks for credentials, it may be sent again with them. */
  let allowed: string | undefined;
  const grantOf = (same: string | undefined): string | undefined => {
    if (call.session === undefined) return undefined;
    const key = `${sender} ${call.session} ${environment.id}`;
    // In a session, a person's answer about own requests covers all of them. An answer about an agent's request covers only the same
    // request.
    return sender === 'person' ? key : same && `${key} ${same}`;
  };
  return async (request, signal) => {
    const same = toComparableRequest(request);
    if (request.hop === 'auth' && same !== undefined && same === allowed) return undefined;
    const grant = grantOf(same);
    const approval = {
      ...shown(request),
      workspaceId: workspace.id,
      workspace: workspace.name,
      environment: { id: environment.id, name: environment.name, color: environment.color },
      by,
      ...(call.kind === undefined ? {} : { kind: call.kind }),
      hasSession: grant !== undefined,
      request: saved,
      hop: request.hop,
    };
    const maxMs = call.patienceMs?.() ?? Infinity;
    const question = { approval, grant, elicit: call.elicit, maxMs, signal };
    const asked = await whileAsking(async () => (await ports.guardian?.ask(question)) ?? 'nobody');
    const refusal = findRefusal(limited, faultOf, asked, request, maxMs);
    if (refusal === undefined) allowed = same;
    return refusal;
  };
};

/** Creates a guard that checks every request. Undefined if nothing limits the caller. */
const createPermit = (permitting: PermitContext): SendGuard | undefined => {
  const { guards, environment } = permitting;
  const sender = findSender(permitting.call);
  if (guards.length === 0 || environment === null || sender === undefined) return undefined;
  const limited: CallerPermitContext = { ...permitting, environment, sender };
  const words = createRequestPhrases(limited);
  const tooMany = createRateLimit(limited, words);
  const ask = createAskingGuard(limited, words);
  const all = guards.map(({ guard }) => guard);
  return async (request, signal) => {
    if (request.isUnverified === true && all.some((guard) => guard.protected))
      return words.faultOf(
        'TLS_UNVERIFIED_REFUSED',
        request,
        (what) =>
          `The environment "${environment.name}" is for production, and with tls.verify: false nobody checks which server gets ${what}, so it was not sent. Switch verification on, and let a person add the CA of the server to the connections of the workspace if it has one of its own.`,
      );
    const verdict = evaluateGuards(all, request, sender, permitting.ports.ownHosts?.());
    if (verdict === 'deny')
      return words.faultOf(
        'GUARD_DENIED',
        request,
        (what) =>
          `The guard of the environment "${environment.name}" does not let agents send ${what}, so it was not sent. A person can change that in ${findGuard(environment.name)}.`,
      );
    if (sender === 'agent') {
      const refusal = tooMany(request);
      if (refusal !== undefined) return refusal;
    }
    return verdict === 'ask' ? ask(request, signal) : undefined;
  };
};

/** Minimum length of a value that counts as a copy of a secret, in UTF-16 units. A shorter one may be a common word. */
export const minCopyLength = 6;

/** Creates a search for these secrets in a request, in every form that would be redacted, wherever the value was copied from. */
const createSecretDetector = (ports: PermitContext['ports'], secrets: readonly Secret[]) => {
  const { first } = createSecretSearch(secrets, { minLength: minCopyLength, pieces: true });
  return async (request: PreparedRequest): Promise<boolean> =>
    (await collectRequestTexts(ports.http, request)).some((text) => first(text) !== undefined);
};

/**
 * Creates a check for every request that is sent with a guarded environment, or that contains a secret of one. Undefined if nothing limits
 * the caller. It checks all guards together, so that a person is asked once.
 */
export const createEnvironmentPermit = (permitting: PermitContext): SendGuard | undefined => {
  const own = permitting.guards.filter(({ secrets }) => secrets === undefined);
  const others = permitting.guards.flatMap(({ secrets = [], ...one }) =>
    secrets.length === 0 ? [] : [{ one, holds: createSecretDetector(permitting.ports, secrets) }],
  );
  const permits = new Map<string, SendGuard | undefined>();
  const permitFor = (copied: readonly EnvironmentGuard[]): SendGuard | undefined => {
    const key = copied.map(({ environment: { id } }) => id).join();
    if (!permits.has(key)) {
      const environment = own.length > 0 ? permitting.environment : copied[0]?.environment;
      const all = { ...permitting, guards: [...own, ...copied], environment: environment ?? null };
      permits.set(key, createPermit(all));
    }
    return permits.get(key);
  };
  if (others.length === 0) return permitFor([]);
  return async (request, signal) => {
    const held = await Promise.all(others.map(({ holds }) => holds(request)));
    return permitFor(others.flatMap(({ one }, at) => (held[at] === true ? [one] : [])))?.(request, signal);
  };
};
