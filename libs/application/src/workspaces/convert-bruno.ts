import { type AppResult, createInvalidInput, type Ports, BrunoConversion } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { ConvertBrunoFolder } from './workspace-arguments.js';
import { operation, replaces } from '../operation.js';

const noConverter = createInvalidInput('path', 'cannot be converted by this program; use "tandem import"', {
  expected: 'a program that converts .bru files',
  got: '',
});

const checkAbsolute = (
  { workspaceLocations }: Pick<Ports, 'workspaceLocations'>,
  into: string | undefined,
): AppResult<unknown> => (into === undefined ? TE.right(null) : workspaceLocations.look(into));

/**
 * Converts a folder of `.bru` files to YAML, in place or into a new folder, all or nothing. Writes and removes files
 * in any folder of the machine, so it is for people only.
 */
export const workspacesConvert = operation({
  name: 'workspaces_convert',
  title: 'Convert a Bruno folder',
  description:
    'Converts a folder of .bru files to YAML, in place or into a new folder: all of it, or nothing.',
  audience: 'person',
  arguments: ConvertBrunoFolder,
  result: BrunoConversion,
  effects: { ...replaces, idempotent: false },
  useCase: 'workspaces.convert',
  run:
    ({ ports }) =>
    ({ path, into, dryRun = false }: ConvertBrunoFolder): AppResult<BrunoConversion> =>
      pipe(
        ports.workspaceLocations.open(path, false),
        TE.tap(() => checkAbsolute(ports, into)),
        TE.flatMap((folder) =>
          ports.convertBruno === undefined
            ? TE.left(noConverter)
            : ports.convertBruno({ folder, into: into ?? null, dryRun }),
        ),
      ),
});
