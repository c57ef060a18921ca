import { bodyRows, operationRows, parameterRows } from './openapi/request-rows.js';
import { documentRows, securityRows } from './openapi/document-rows.js';
import { type Format, readWhole } from './row.js';

export { swagger } from './openapi/document-rows.js';

export const openapi: Format = {
  name: 'OpenAPI 3.0, 3.1 and 3.2',
  specification: 'https://spec.openapis.org/oas/',
  read: (input) => readWhole(input),
  rows: [...documentRows, ...operationRows, ...parameterRows, ...bodyRows, ...securityRows],
};
