import { guided, type Requirement } from './requirement.js';

const rule = (says: string): Requirement => guided('window', says);

/** What the window shows and copies. */
export const window = {
  'curl:as-sent': rule('A copied command sends the method, target, headers and body that Send sends.'),
  'curl:refused': rule('A request that Send refuses, or that curl cannot send, is not copied.'),
  'curl:quoted': rule(
    'A copied command holds no raw control character and no word that curl takes for an option.',
  ),
  'curl:secrets': rule('A copied command holds the values of secrets only when the person asks for them.'),
  'preview:offline': rule('The preview of an HTML response runs no script and connects to nothing.'),
} as const;
