import type { Diagnostic } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { prepare } from './prepare.js';
import { withTokenStandIns, withTokenVariables } from './auth/named-token.js';
import type { Context, Run, Step } from './run.js';
import { halt } from './run.js';
import { scopeOf, shadowOf } from './scope.js';
import { userAgentOf } from './user-agent.js';

/** The scope of an execution, which records variables that are used instead of a secret with the same name. */
const watchedScope = ({ ports, input, inherited, environment, request }: Context, { named }: Run) => {
  const sources = { overrides: input.variables, inherited, environment };
  const plain = scopeOf(sources, ports);
  const lookUp = named
    ? withTokenVariables(plain, named.values, input.variables)
    : withTokenStandIns(plain, request, (name) => `{{${name}}}`, input.variables);
  const shadow = shadowOf(sources);
  const used = new Set<string>();
  const scope = (name: string): string | undefined => {
    if (shadow(name) !== undefined) used.add(name);
    return lookUp(name);
  };
  const shadowed = (): readonly Diagnostic[] =>
    [...used].map((name) => {
      const owner = shadow(name) ?? 'environment';
      const message = `{{${name}}} was replaced with the variable of the ${owner}, not with the secret of the same name. Rename or remove one of them.`;
      return { code: 'SECRET_SHADOWED', message, where: `variables.${name}` };
    });
  return { scope, shadowed };
};

/** Fills in the saved request from the call's variables and the environment. */
export const interpolateRequest: Step = (context) => (run) => {
  const { ports, input, request } = context;
  const { scope, shadowed } = watchedScope(context, run);
  return pipe(
    prepare(scope, userAgentOf(ports))(request, input),
    TE.fromEither,
    TE.matchE(
      (fault) => halt({ ...run, diagnostics: [...run.diagnostics, ...shadowed()] }, fault),
      ({ prepared, diagnostics }) =>
        TE.right({ ...run, prepared, diagnostics: [...run.diagnostics, ...diagnostics, ...shadowed()] }),
    ),
  );
};
