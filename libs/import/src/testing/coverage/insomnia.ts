import { authRows, requestRows } from './insomnia/request-rows.js';
import { createRequest } from './insomnia/builders.js';
import { folderRows, resourceRows, wholeRows } from './insomnia/document-rows.js';
import { type Format, readWhole, type Row } from './row.js';

/** Adds another request, because a document from which everything is left out is rejected. */
const addOtherRequest = (row5: Row): Row => {
  const given = row5.input as { readonly collection?: readonly object[] };
  return row5.outcome === 'listed'
    ? {
        ...row5,
        input: {
          ...given,
          collection: [...(given.collection ?? []), createRequest({ name: 'other', meta: { id: 'req_9' } })],
        },
      }
    : row5;
};

export const insomnia5: Format = {
  name: 'Insomnia 5',
  specification: 'https://github.com/Kong/insomnia/tree/develop/packages/insomnia-schemas',
  read: (input) => readWhole(input),
  rows: [...requestRows, ...folderRows, ...authRows, ...wholeRows].map(addOtherRequest),
};

export const insomnia4: Format = {
  name: 'Insomnia 4',
  specification: 'https://docs.insomnia.rest/insomnia/import-export-data',
  read: (input) => readWhole(input),
  rows: resourceRows,
};
