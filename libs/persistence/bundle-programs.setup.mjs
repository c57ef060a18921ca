import { bundleProgram } from '../../tools/tests/bundle-program.mjs';

/** Tests start processes that use the library. */
export const setup = async () => {
  await bundleProgram(import.meta.dirname, 'src/index.ts');
};
