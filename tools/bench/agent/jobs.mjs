import { facts } from './target.mjs';
import { cartRequest, withHeader } from './shop.mjs';

/** The twenty tasks in order, each with the expected answer. */
export const jobs = [
  ['orient', 'Which workspace is active, and how many requests are in it?', 9],
  [
    'save',
    'Save login, list, get, create and delete of users in a folder, with a variable for the address.',
    5,
  ],
  ['login', 'Log in and let the other requests send the token.', 200],
  ['read', 'What is the email address of user 87?', 'user87@example.test'],
  ['find', `Which id has ${facts.userName}?`, facts.userId],
  ['test', 'Write two tests for Get user and run them.', 2],
  ['missing', 'What happens for a user that does not exist?', 500],
  ['suite', 'Test the documented status of each request (201, 204, 404) and say which are wrong.', 2],
  ['edit', 'In the checks of Pay, allow 5000 ms instead of 2500.', true],
  ['header', 'Rename the header X-Client to X-App wherever it is sent.', withHeader.length],
  ['move', 'Move Pay, Ship and Add item to a folder Archive.', 3],
  ['copy', 'Copy Get item with its script, for another address.', true],
  ['search', 'Which request sets the variable cartId?', cartRequest],
  [
    'limit',
    'After how many calls is the rate limit reached, and for how many seconds?',
    [facts.limit, facts.retryAfter],
  ],
  ['upload', 'Upload photo.bin as a form and check that the server got a file.', true],
  ['cookie', 'Sign in with a session cookie and say who you are.', 'Ada Young 1'],
  ['graphql', 'Find out what the GraphQL API offers, and how many posts user 5 has.', 17],
  ['large', `What is the price of ${facts.sku} in the list of 5 MB?`, facts.price],
  ['compare', 'What changed in the report since somebody ran it?', ['score', 'state']],
  ['undo', 'Delete what you have created.', 0],
];
