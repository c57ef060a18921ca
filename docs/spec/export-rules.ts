import { fromDesign } from './requirement.js';

/** Documents for other tools that are written. */
export const exportRules = {
  'export:k6': fromDesign(
    'imports#exports',
    'A k6 script sends the requests with their variables, auth and data rows, and checks their status and the tests that translate.',
  ),
  'export:postman': fromDesign(
    'imports#exports',
    'A Postman collection holds folders, auth, variables and bodies, and sends what Tandem sends.',
  ),
  'export:left-out': fromDesign(
    'imports#exports',
    'Whatever has no counterpart is named with its place, on stderr and in the script.',
  ),
  'export:secrets': fromDesign(
    'imports#exports',
    'No value of a secret is exported; its name stands in its place.',
  ),
  'export:openapi': fromDesign(
    'imports#exports',
    'An OpenAPI document has an operation for each request, and schemas by the stored answers; importing it brings the same requests.',
  ),
  'export:html': fromDesign('imports#exports', 'A page of requests is one file that loads and runs nothing.'),
  'export:har': fromDesign(
    'imports#exports',
    'An HTTP archive holds the stored executions, and is refused where there are none.',
  ),
  'export:code': fromDesign(
    'imports#exports',
    'Code and curl commands of several requests are one program that sends what Send sends.',
  ),
  'export:bounded': fromDesign(
    'imports#exports',
    'A call gives as much of an export as it asks for, and says what was left out.',
  ),
} as const;
