import { invalidInput } from '@tandem/core';

/** Why an import that its caller stopped has made nothing. */
export const importStoppedError = invalidInput('text', 'was not imported, because the import was stopped', {
  expected: 'an import that goes on',
  got: '',
});
