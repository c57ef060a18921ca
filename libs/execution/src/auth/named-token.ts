import {
  type Auth,
  type AuthToken,
  encodeQueryValue,
  encodeSegment,
  type OAuth2Config,
  listTokenSecrets,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import { createFiller } from '../filling/filler.js';
import type { Scope } from '../filling/interpolate.js';
import type {
  ExecutionContext,
  PreparedRequest,
  PreparedBody,
  ExecutionState,
  Step,
} from '../execution-state.js';
import { haltExecution } from '../execution-state.js';
import { getScope } from '../filling/scope.js';
import { endWithoutToken, createAuthUnsupportedFault, selectToken, createTokenCall } from './authorize.js';
import { fillTokenAuth } from './token-auth.js';

type Values = Readonly<Record<string, string>>;

/** The variable for the token if the auth settings name none. */
export const defaultTokenVariable = 'access_token';

/** The name under which Bruno's requests refer to a token. */
const formatBrunoName = ({ tokenId = 'credentials' }: OAuth2Config, kind: string): string =>
  `$oauth2.${tokenId}.${kind}`;

/** The values of the variables that hold the token of an auth. */
const toTokenVariables = (
  config: OAuth2Config,
  sent: string,
  { accessToken, idToken }: TokenTexts,
): Values => ({
  ...(config.sendIn === 'variable'
    ? {
        [config.variableName === undefined || config.variableName === ''
          ? defaultTokenVariable
          : config.variableName]: sent,
      }
    : {}),
  [formatBrunoName(config, 'access_token')]: accessToken,
  ...(idToken === undefined ? {} : { [formatBrunoName(config, 'id_token')]: idToken }),
});

type TokenTexts = Pick<AuthToken, 'accessToken' | 'idToken'>;

/** The same variables with placeholders instead of tokens, for a request that is shown but not sent. */
const createTokenPlaceholders = (config: OAuth2Config, mark: (name: string) => string): Values =>
  toTokenVariables(config, mark(config.token ?? 'access_token'), {
    accessToken: mark('access_token'),
    idToken: mark('id_token'),
  });

/** The names of the variables that hold the token of an auth. */
export const getTokenVariableNames = (auth: Auth): readonly string[] =>
  auth.type === 'oauth2' ? Object.keys(createTokenPlaceholders(auth, (name) => name)) : [];

/** Creates a scope that finds the variables of the call first, then those of the token, then those of `scope`. */
export const addTokenVariables =
  (scope: Scope, values: Values, overrides: Readonly<Record<string, unknown>> = {}): Scope =>
  (name) =>
    Object.hasOwn(overrides, name)
      ? scope(name)
      : // A token is inserted as it is, even if it contains `{{`.
        (getOwnValue(values, name)?.replaceAll('{{', '\\{{') ?? scope(name));

/** Creates the scope for a request that is shown but not sent. */
export const addTokenPlaceholders = (
  scope: Scope,
  { auth }: Pick<ExecutionContext['request'], 'auth'>,
  mark: (name: string) => string,
  overrides?: Readonly<Record<string, unknown>>,
): Scope =>
  auth.type === 'oauth2' ? addTokenVariables(scope, createTokenPlaceholders(auth, mark), overrides) : scope;

/** Whether the request, its variables or the call refer to the token by a variable. */
const isTokenUsedAsVariable = (
  { request, inherited, environment, input }: ExecutionContext,
  config: OAuth2Config,
): boolean => {
  if (config.sendIn === 'variable') return true;
  const { auth: _, ...rest } = request;
  return JSON.stringify([rest, inherited, environment?.variables, input]).includes('$oauth2.');
};

/** Gets the token of a request that uses it as a variable, before the variables are filled in. */
export const fetchTokenForVariables: Step = (context) => (state) => {
  const { request, ports, input, inherited, environment } = context;
  const { auth } = request;
  if (auth.type !== 'oauth2' || !isTokenUsedAsVariable(context, auth)) return TE.right(state);
  const { fill, failed } = createFiller(
    getScope({ overrides: input.variables, inherited, environment }, ports),
  );
  const config = fillTokenAuth(fill, auth) as OAuth2Config;
  const fault = failed();
  if (fault !== undefined) return haltExecution(state, fault);
  if (ports.oauth2 === undefined) return haltExecution(state, createAuthUnsupportedFault('oauth2'));
  return pipe(
    ports.oauth2.token(createTokenCall(context, config)),
    TE.mapLeft(endWithoutToken(state)),
    TE.flatMap(({ token, steps }) => {
      context.secrets.add(listTokenSecrets(token));
      const known = { ...state, steps: [...state.steps, ...steps] };
      return pipe(
        selectToken(config, token),
        E.match(
          (why) => haltExecution(known, why),
          (sent): TE.TaskEither<ExecutionState, ExecutionState> =>
            TE.right({
              ...known,
              named: {
                config,
                accessToken: token.accessToken,
                isCached: steps.length === 0,
                values: toTokenVariables(config, sent, token),
              },
            }),
        ),
      );
    }),
  );
};

const escapeForJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Lists how to replace the values of the old token by those of the new one: plain, and in each encoding in which a request may contain
 * them.
 */
const listTokenSwaps = (from: Values, to: Values): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(from).flatMap(([name, old]) => {
      const next = getOwnValue(to, name);
      if (next === undefined || old === '') return [];
      const forms = [
        (text: string) => text,
        encodeURIComponent,
        encodeQueryValue,
        encodeSegment,
        escapeForJson,
      ];
      return forms.map((written) => [written(old), written(next)] as const);
    }),
  );

const swapInBody = (body: PreparedBody, swap: (text: string) => string): PreparedBody => {
  if (body.kind === 'text') return { ...body, text: swap(body.text) };
  if (body.kind !== 'multipart') return body;
  return {
    ...body,
    parts: body.parts.map((part) => ('value' in part ? { ...part, value: swap(part.value) } : part)),
  };
};

/** Replaces the values of one token by those of another, wherever the request contains them. */
export const replaceTokenValues = (prepared: PreparedRequest, from: Values, to: Values): PreparedRequest => {
  const swaps = [...listTokenSwaps(from, to)];
  const swap = (text: string): string =>
    swaps.reduce((sofar, [old, next]) => sofar.replaceAll(old, () => next), text);
  return {
    ...prepared,
    url: swap(prepared.url),
    headers: prepared.headers.map(([name, value]) => [name, swap(value)] as const),
    body: swapInBody(prepared.body, swap),
  };
};
