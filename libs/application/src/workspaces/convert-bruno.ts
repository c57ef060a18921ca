import { type AppResult, type BrunoConversion, invalidInput, type Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { ConvertBrunoFolder } from './workspace-arguments.js';

const noConverter = invalidInput('path', 'cannot be converted by this program; use "tandem import"', {
  expected: 'a program that converts .bru files',
  got: '',
});

const checkAbsolute = (
  { workspaceLocations }: Pick<Ports, 'workspaceLocations'>,
  into: string | undefined,
): AppResult<unknown> => (into === undefined ? TE.right(null) : workspaceLocations.look(into));

/** Converts a folder of `.bru` files to YAML, in place or into a new folder: all of it, or nothing. */
export const convertBrunoFolder =
  (ports: Pick<Ports, 'workspaceLocations' | 'convertBruno'>) =>
  ({ path, into, dryRun = false }: ConvertBrunoFolder): AppResult<BrunoConversion> =>
    pipe(
      ports.workspaceLocations.open(path, false),
      TE.tap(() => checkAbsolute(ports, into)),
      TE.flatMap((folder) =>
        ports.convertBruno === undefined
          ? TE.left(noConverter)
          : ports.convertBruno({ folder, into: into ?? null, dryRun }),
      ),
    );
