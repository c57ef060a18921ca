import { bundleProgram } from '../../tools/e2e/bundle.mjs';

/** Tests start processes that use the library. */
export const setup = async () => {
  for (const entry of ['src/index.ts', 'src/start.ts']) await bundleProgram(import.meta.dirname, entry);
};
