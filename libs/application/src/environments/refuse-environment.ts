import { type AppResult, type Environment, type EnvironmentId, createInvalidInput } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { isSameName } from './find-environment.js';

/** Left if an environment other than `but` has the name. */
export const refuseName = (
  all: readonly Environment[],
  wanted: string | undefined,
  but?: EnvironmentId,
): AppResult<void> =>
  wanted !== undefined && all.some((one) => one.id !== but && isSameName(one.name, wanted))
    ? TE.left(
        createInvalidInput(
          'name',
          `is already used by the environment ${wanted}; change that one or choose another name`,
          {
            expected: 'a name that no environment has',
            got: wanted,
          },
        ),
      )
    : TE.right(undefined);

/** Left if not every client can show `color`. */
export const refuseColor = (color: string | undefined): AppResult<void> =>
  color === undefined || /^(#[0-9a-f]{6})?$/i.test(color)
    ? TE.right(undefined)
    : TE.left(
        createInvalidInput('color', 'must be # and six hex digits, such as #d32f2f, or empty for none', {
          expected: 'a color as #rrggbb',
          got: color,
        }),
      );
