import { pipe, TE } from '../fp.js';
import { prepare } from './prepare.js';
import type { Step } from './run.js';
import { halt } from './run.js';
import { scopeOf } from './scope.js';

/** Fills the saved request in from the call's variables and the active environment. */
export const interpolateRequest: Step =
  ({ ports, input, request, environment }) =>
  (run) =>
    pipe(
      prepare(
        scopeOf(input.variables ?? {}, environment, ports),
        `${ports.product.name}/${ports.product.version}`,
      )(request, input),
      TE.fromEither,
      TE.matchE(
        (fault) => halt(run, fault),
        ({ prepared, diagnostics }) =>
          TE.right({ ...run, prepared, diagnostics: [...run.diagnostics, ...diagnostics] }),
      ),
    );
