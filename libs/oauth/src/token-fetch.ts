import type { AuthStep, HeaderList, IncomingResponse, SendTokenRequest } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { createAuthFailure, createSendFailure } from './fault.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether an ID token is encrypted for the client (RFC 7516), so that it cannot be read here. */
export const isEncrypted = (idToken: string): boolean => idToken.split('.').length === 5;

/** A token endpoint's raw response. */
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

/** Parses a form-encoded response, as older servers return it, and GitHub if the request has no `Accept` header. */
const parseForm = (text: string): Fields => Object.fromEntries(new URLSearchParams(text));

/** Returns a non-empty string; undefined for anything else, because many servers send an empty string or null for a missing field. */
const toOptionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns the granted scope as text. Some servers return it as a list. */
const findScope = (value: unknown): string | undefined =>
  toOptionalText(Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : value);

/**
 * Converts the fields of a response to the form that the standard requires, for servers that omit the type, or return a number as text or a
 * scope as a list.
 */
const normalizeAnswer = (answer: Fields, raw: RawTokenResponse): Fields => {
  const { id_token, scope: scopes, refresh_token, error: _, ...fields } = answer;
  if (typeof fields.access_token !== 'string') return answer;
  const scope = findScope(scopes);
  const refreshToken = toOptionalText(refresh_token);
  const idToken = toOptionalText(id_token);
  if (idToken !== undefined) raw.idToken = idToken;
  const readable = raw.idToken !== undefined && !isEncrypted(raw.idToken);
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

const getType = (headers: HeaderList): string =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? '';

/** Converts a response for the OAuth library. If the body is not an object, throws an error that shows what the server returned. */
const getAnswer = (
  { status, headers, body }: IncomingResponse,
  url: string,
  raw: RawTokenResponse,
): Response => {
  const text = new TextDecoder().decode(body);
  const type = getType(headers);
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
  return new Response(JSON.stringify(normalizeAnswer(fields, raw)), {
    // The standard only allows 200, but some servers respond with 201.
    status: isRefusal ? Math.min(Math.max(status, 400), 499) : 200,
    headers: { 'content-type': 'application/json' },
  });
};

interface Init {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
}

/** Sends a request with the connection settings of the workspace, and records it as a step. */
const exchange =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[]) =>
  (url: string, { method, headers, body }: Init): Promise<IncomingResponse> => {
    const began = performance.now();
    const text = body?.toString();
    const record = (status: number | null): void => {
      steps.push({ step: 'token', method, url, status, durationMs: performance.now() - began });
    };
    const request: Parameters<SendTokenRequest>[0] = {
      method,
      url,
      headers: Object.entries(headers),
      body: text === undefined ? { kind: 'none' } : { kind: 'text', text },
    };
    const answer = pipe(
      send(request, signal),
      TE.match(
        (failure) => {
          record(null);
          throw createSendFailure(failure, url);
        },
        (response) => {
          record(response.status);
          return response;
        },
      ),
    );
    return answer();
  };

/** Creates a `fetch` for discovery. It does not fail if the server has no such document. */
export const createDiscoveryFetch =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[]) =>
  async (url: string, init: Init): Promise<Response> => {
    const { status, body } = await exchange(send, signal, steps)(url, init);
    const fields = status === 200 ? parseJson(new TextDecoder().decode(body)) : undefined;
    return isRecord(fields)
      ? new Response(JSON.stringify(fields), { headers: { 'content-type': 'application/json' } })
      : new Response(null, { status: 404 });
  };

/** Creates a `fetch` for the token and device endpoints. */
export const createTokenFetch =
  (send: SendTokenRequest, signal: AbortSignal, steps: AuthStep[], raw: RawTokenResponse = {}) =>
  async (url: string, init: Init): Promise<Response> =>
    getAnswer(await exchange(send, signal, steps)(url, init), url, raw);
