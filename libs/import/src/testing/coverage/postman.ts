import { authRows } from './postman/auth-rows.js';
import { bodyRows, urlRows } from './postman/request-rows.js';
import { behaviorRows, itemRows } from './postman/item-rows.js';
import { type Format, readWhole } from './row.js';

export const postman: Format = {
  name: 'Postman collections 2.0 and 2.1',
  specification: 'https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html',
  read: (input) => readWhole(input),
  rows: [...itemRows, ...urlRows, ...bodyRows, ...authRows, ...behaviorRows],
};
