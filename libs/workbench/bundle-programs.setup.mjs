import { bundleProgram } from '../../tools/tests/bundle-program.mjs';

/** Bundles once the program that a test starts about fifty times. */
export const setup = async () => {
  await bundleProgram(import.meta.dirname, 'src/testing/killed-child.ts', { isWhole: true });
};
