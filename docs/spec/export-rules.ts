import { fromDecision } from './requirement.js';

/** Documents for other tools that are written. */
export const exportRules = {
  'export:k6': fromDecision(
    264,
    'A k6 script sends the requests with their variables, auth and data rows, and checks their status and the tests that translate.',
  ),
  'export:postman': fromDecision(
    264,
    'A Postman collection holds folders, auth, variables and bodies, and sends what Tandem sends.',
  ),
  'export:left-out': fromDecision(
    264,
    'Whatever has no counterpart is named with its place, on stderr and in the script.',
  ),
  'export:secrets': fromDecision(264, 'No value of a secret is exported; its name stands in its place.'),
  'export:openapi': fromDecision(
    275,
    'An OpenAPI document has an operation for each request, and schemas by the stored answers; importing it brings the same requests.',
  ),
  'export:html': fromDecision(275, 'A page of requests is one file that loads and runs nothing.'),
  'export:har': fromDecision(
    275,
    'An HTTP archive holds the stored executions, and is refused where there are none.',
  ),
  'export:code': fromDecision(
    275,
    'Code and curl commands of several requests are one program that sends what Send sends.',
  ),
  'export:bounded': fromDecision(
    275,
    'A call gives as much of an export as it asks for, and says what was left out.',
  ),
} as const;
