import { resolve } from 'node:path';

import type { Output } from '@tandem/node/cli/commands';
import { describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createMergeDriver } from '@tandem/folder/git';

import { getTandemProgram } from './programs.js';
import { findWorkspaceOfData } from './run/locate.js';

const failureCode = 1;

/** Installs or checks the merge driver, reports the state, and returns the exit code. */
export const reportOnMergeDriver =
  (what: 'status' | 'install') =>
  async ([folder]: readonly (string | undefined)[], { out, error }: Output): Promise<number> => {
    // The command has no database that knows the data folder, so it searches the disk as "tandem run" does.
    const path = await findWorkspaceOfData(resolve(folder ?? '.'));
    const outcome = await createMergeDriver(getTandemProgram())[what]({ path, base: null })();
    if (E.isLeft(outcome)) {
      error(`tandem: ${describe(outcome.left)}\n`);
      return failureCode;
    }
    const { repository, isSetUp, reason } = outcome.right;
    if (isSetUp) out(`git merges this folder with Tandem, in ${repository ?? ''}.\n`);
    else
      error(
        `tandem: ${reason ?? 'git does not merge this folder with Tandem; run "tandem merge-driver install".'}\n`,
      );
    return isSetUp ? 0 : failureCode;
  };
