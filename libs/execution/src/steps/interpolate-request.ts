import { type Diagnostic, getSecretVariable } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { nameOrigin, findSimilarNames } from '../origins/name-origin.js';
import { prepare } from '../filling/prepare.js';
import { getTokenVariableNames, addTokenPlaceholders, addTokenVariables } from '../auth/named-token.js';
import type { ExecutionContext, ExecutionState, Step } from '../execution-state.js';
import { haltExecution } from '../execution-state.js';
import { isEmptySecret, getScope, shadowOf } from '../filling/scope.js';
import { findUnusedVariables } from '../filling/unused-variables.js';
import { formatUserAgent } from '../filling/user-agent.js';

/**
 * The scope of an execution. It records variables used instead of a secret of the same name, and secrets without a
 * value.
 */
const createWatchedScope = (context: ExecutionContext, { named }: ExecutionState) => {
  const { ports, input, inherited, environment, request, bases, variablesFrom } = context;
  const sources = { overrides: input.variables, inherited, environment };
  const plain = getScope(sources, ports);
  const lookUp = named
    ? addTokenVariables(plain, named.values, input.variables)
    : addTokenPlaceholders(plain, request, (name) => `{{${name}}}`, input.variables);
  const shadow = shadowOf(sources);
  const isEmpty = isEmptySecret(sources);
  const used = new Set<string>();
  const lookedUp = new Set<string>();
  const empty = new Set<string>();
  const scope = (name: string): string | undefined => {
    if (shadow(name) !== undefined) used.add(name);
    if (isEmpty(name)) empty.add(name);
    lookedUp.add(name);
    return lookUp(name);
  };
  const shadowed = (): readonly Diagnostic[] =>
    Array.from(used, (name) => {
      const owner = shadow(name) ?? 'environment';
      const message = `{{${name}}} was replaced with the variable of the ${owner}, not with the secret of the same name. Rename or remove one of them.`;
      return { code: 'SECRET_SHADOWED', message, where: `variables.${name}` };
    });
  const emptied = (): readonly Diagnostic[] =>
    Array.from(empty, (name) => {
      const message = `The secret ${name} has no value here, so {{${name}}} was replaced with nothing. Set it in the environment, or as ${getSecretVariable(name)} when Tandem starts.`;
      return { code: 'SECRET_EMPTY', message, where: `secrets.${name}` };
    });
  const names = named ? Object.keys(named.values) : getTokenVariableNames(request.auth);
  /** Whether the name is a secret without a value here: none at all, or only in another environment. */
  const hasNoSecret = (name: string): boolean =>
    !names.includes(name) &&
    (isEmpty(name) || (context.secretNames?.has(name) === true && plain(name) === undefined));
  const all = {
    ...sources,
    bases,
    variablesFrom,
    more: Object.keys(ports.builtIns()),
    ...(names.length === 0 ? {} : { ofToken: { names, type: 'oauth2' as const } }),
  };
  return {
    scope,
    noted: () => [...shadowed(), ...emptied()],
    originOf: nameOrigin(all),
    near: (name: string) => findSimilarNames(all, name),
    hasNoSecret,
    unused: () =>
      context.mayBeUsed === undefined
        ? []
        : findUnusedVariables(Object.keys(input.variables ?? {}), lookedUp, context.mayBeUsed, request),
  };
};

/** Fills in the saved request from the call's variables and the environment. */
export const interpolateRequest: Step = (context) => (state) => {
  const { ports, input, request } = context;
  const { scope, noted, originOf, near, hasNoSecret, unused } = createWatchedScope(context, state);
  return pipe(
    prepare(scope, formatUserAgent(ports), near, hasNoSecret)(request, input),
    TE.fromEither,
    TE.matchE(
      ({ fault, marks }) =>
        haltExecution(
          { ...state, traced: { marks, originOf }, diagnostics: [...state.diagnostics, ...noted()] },
          fault,
        ),
      ({ prepared, diagnostics, marks }) =>
        TE.right({
          ...state,
          prepared,
          traced: { marks, originOf },
          diagnostics: [...state.diagnostics, ...diagnostics, ...noted(), ...unused()],
        }),
    ),
  );
};
