import { createInvalidInput } from '@tandem/core';

/** The refusal of an import that its caller stopped. */
export const importStoppedError = createInvalidInput(
  'text',
  'was not imported, because the import was stopped',
  {
    expected: 'an import that goes on',
    got: '',
  },
);
