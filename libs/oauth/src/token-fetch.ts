import type { AuthStep, HeaderList, IncomingResponse, SendTokenRequest } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createAuthFailure, createSendFailure } from './fault.js';

type Fields = Readonly<Record<string, unknown>>;

/** An ID token that is encrypted for the client (RFC 7516); nothing in it can be read here. */
export const isEncrypted = (idToken: string): boolean => idToken.split('.').length === 5;

/** What a token endpoint said, as it came. */
export interface RawTokenResponse {
  idToken?: string;
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The fields of an answer in a form, which older servers give (GitHub without `Accept`). */
const parseForm = (text: string): Fields => Object.fromEntries(new URLSearchParams(text));

/** A text that says something; many servers send an empty one or null for a field that they do not have. */
const toOptionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The granted scope, which some servers give as a list. */
const scopeIn = (value: unknown): string | undefined =>
  toOptionalText(Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : value);

/** The answer as the standard wants it, from servers that leave out the type, or give a number as text or a scope as a list. */
const normalizeAnswer = (answer: Fields, aside: RawTokenResponse): Fields => {
  const { id_token, scope: scopes, refresh_token, error: _, ...fields } = answer;
  if (typeof fields.access_token !== 'string') return answer;
  const scope = scopeIn(scopes);
  const refreshToken = toOptionalText(refresh_token);
  const idToken = toOptionalText(id_token);
  if (idToken !== undefined) aside.idToken = idToken;
  const readable = aside.idToken !== undefined && !isEncrypted(aside.idToken);
  const { expires_in: lifetime, ...rest } = fields;
  const seconds = Number(lifetime);
  return {
    ...rest,
    token_type: 'Bearer',
    ...(readable ? { id_token: idToken } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(lifetime === undefined || lifetime === null || !Number.isFinite(seconds) || seconds <= 0
      ? {}
      : { expires_in: seconds }),
  };
};

const typeOf = (headers: HeaderList): string =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? '';

/** The answer for the library; a body that is no object of fields is a failure with what the server gave instead. */
const answerOf = (
  { status, headers, body }: IncomingResponse,
  url: string,
  aside: RawTokenResponse,
): Response => {
  const text = new TextDecoder().decode(body);
  const type = typeOf(headers);
  const fields = type === 'application/x-www-form-urlencoded' ? parseForm(text) : parseJson(text);
  if (!isRecord(fields)) {
    const kind = type === '' ? 'no content type' : type;
    throw createAuthFailure(
      `${url} answered ${status} with ${kind} and not with JSON. Check that the URL is the one of the token endpoint.`,
      { status, url },
    );
  }
  const isRefusal = toOptionalText(fields.error) !== undefined;
  const isSuccess = status >= 200 && status <= 299;
  if (!isSuccess && !isRefusal)
    throw createAuthFailure(`${url} answered ${status} and no token.`, { status, url });
  return new Response(JSON.stringify(normalizeAnswer(fields, aside)), {
    // The standard has 200 alone; others answer 201.
    status: isRefusal ? Math.min(Math.max(status, 400), 499) : 200,
    headers: { 'content-type': 'application/json' },
  });
};

interface Init {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
}

/** Sends over the workspace's connections, and notes the request. */
const exchange =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[]) =>
  async (url: string, { method, headers, body }: Init): Promise<IncomingResponse> => {
    const began = performance.now();
    const text = body?.toString();
    const outcome = await send(
      {
        method,
        url,
        headers: Object.entries(headers),
        body: text === undefined ? { kind: 'none' } : { kind: 'text', text },
      },
      signal,
    )();
    const status = E.isRight(outcome) ? outcome.right.status : null;
    steps.push({ step: 'token', method, url, status, durationMs: performance.now() - began });
    if (E.isLeft(outcome)) throw createSendFailure(outcome.left, url);
    return outcome.right;
  };

/** A `fetch` for discovery: a server without a document is no failure yet. */
export const discoveryFetch =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[]) =>
  async (url: string, init: Init): Promise<Response> => {
    const { status, body } = await exchange(send, signal, steps)(url, init);
    const fields = status === 200 ? parseJson(new TextDecoder().decode(body)) : undefined;
    return isRecord(fields)
      ? new Response(JSON.stringify(fields), { headers: { 'content-type': 'application/json' } })
      : new Response(null, { status: 404 });
  };

/** A `fetch` for the token and device endpoints. */
export const createTokenFetch =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[], aside: RawTokenResponse = {}) =>
  async (url: string, init: Init): Promise<Response> =>
    answerOf(await exchange(send, signal, steps)(url, init), url, aside);
