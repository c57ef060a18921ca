import { bundleProgram } from '../../tools/e2e/bundle.mjs';

/** A test starts this program some fifty times. */
export const setup = async () => {
  await bundleProgram(import.meta.dirname, 'src/testing/killed-child.ts');
};
