import { bodyRows } from './openapi/body-rows.js';
import { documentRows } from './openapi/document-rows.js';
import { operationRows } from './openapi/operation-rows.js';
import { parameterRows } from './openapi/parameter-rows.js';
import { securityRows } from './openapi/security-rows.js';
import { type Format, readWhole } from './row.js';

export { swagger } from './openapi/swagger.js';

export const openapi: Format = {
  name: 'OpenAPI 3.0, 3.1 and 3.2',
  specification: 'https://spec.openapis.org/oas/',
  read: (input) => readWhole(input),
  rows: [...documentRows, ...operationRows, ...parameterRows, ...bodyRows, ...securityRows],
};
