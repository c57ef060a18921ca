import { decided } from './requirement.js';

/** Requests that scripts send while their handler waits. */
export const calls = {
  'calls:script': decided(
    273,
    'A script sends requests with send and executes saved ones with execute; calls that a handler does not await are awaited at its end.',
  ),
  'calls:time': decided(
    273,
    'The time of the network does not count towards the time of a handler, but towards the deadline of its calls; cancelling ends them.',
  ),
  'calls:limits': decided(
    273,
    'The calls of a handler, their nesting, those of an execution in all, and the size of what they get are limited.',
  ),
  'calls:repeat': decided(
    273,
    'A session that is rebuilt on another host gets the same answers in the same order, and nothing is sent twice.',
  ),
} as const;
