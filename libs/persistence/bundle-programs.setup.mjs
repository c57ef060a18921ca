import { bundleProgram } from '../../tools/e2e/bundle.mjs';

/** Tests start processes that use the library. */
export const setup = async () => {
  await bundleProgram(import.meta.dirname, 'src/index.ts');
};
