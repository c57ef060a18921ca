import { invalidInput } from '@tandem/core';

/** Why an import that would create nothing is refused. */
export const nothingChosen = invalidInput(
  'text',
  'has nothing in it that was chosen, so nothing was imported',
  {
    expected: 'a document with something to import',
    got: '',
  },
);

/** Why an update is refused. */
export const notImported = invalidInput(
  'update',
  'needs an earlier import of this document; import it without update first',
  {
    expected: 'a document that was imported before',
    got: true,
  },
);
