import { decided } from './requirement.js';

/** Documents for other tools that are written. */
export const exported = {
  'export:k6': decided(
    264,
    'A k6 script sends the requests with their variables, auth and data rows, and checks their status and the tests that translate.',
  ),
  'export:postman': decided(
    264,
    'A Postman collection holds folders, auth, variables and bodies, and sends what Tandem sends.',
  ),
  'export:left-out': decided(
    264,
    'Whatever has no counterpart is named with its place, on stderr and in the script.',
  ),
  'export:secrets': decided(264, 'No value of a secret is exported; its name stands in its place.'),
} as const;
