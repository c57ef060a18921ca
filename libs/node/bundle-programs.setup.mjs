import { bundleProgram } from '../../tools/tests/bundle-program.mjs';

/** Tests start processes that use the library. */
export const setup = async () => {
  for (const entry of ['src/cli/index.ts', 'src/cli/start.ts'])
    await bundleProgram(import.meta.dirname, entry);
};
