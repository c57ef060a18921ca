import { fromDecision } from './requirement.js';

/** Requests that scripts send while their handler waits. */
export const calls = {
  'calls:script': fromDecision(
    273,
    'A script sends requests with send and executes saved ones with execute; calls that a handler does not await are awaited at its end.',
  ),
  'calls:time': fromDecision(
    273,
    'The time of the network does not count towards the time of a handler, but towards the deadline of its calls; cancelling ends them.',
  ),
  'calls:limits': fromDecision(
    273,
    'The calls of a handler, their nesting, those of an execution in all, and the size of what they get are limited.',
  ),
  'calls:repeat': fromDecision(
    273,
    'A session that is rebuilt on another host gets the same answers in the same order, and nothing is sent twice.',
  ),
  'secrets:command': fromDecision(
    338,
    'A command that a person sets reads secrets at need, without a shell, where a person allowed it; its values are hidden and never stored.',
  ),
  'trust:scripts': fromDecision(
    337,
    'Scripts that come in by synchronization or import get no secrets and cannot send until a person approves their content; agents cannot approve.',
  ),
  'calls:sent': fromDecision(
    273,
    'What a script sends goes out as it stands, by the steps and rules of its request, and is a step of the result with its secrets hidden.',
  ),
  'calls:saved': fromDecision(
    273,
    'A saved request that a script executes runs like any other; what its scripts set is seen by the script that calls.',
  ),
  'calls:bruno': fromDecision(
    285,
    'Bruno scripts send requests with axios and bru.sendRequest, and execute saved ones with bru.runRequest, as in Bruno.',
  ),
  'calls:postman': fromDecision(
    273,
    'Postman scripts send requests with pm.sendRequest, which calls back or resolves, and execute saved ones with pm.execution.runRequest.',
  ),
  'calls:preview': fromDecision(273, 'The scripts of a preview send nothing.'),
  'calls:allowed': fromDecision(
    274,
    'Scripts send requests only in a workspace where a person has allowed it; the error and the result say so otherwise.',
  ),
  'calls:window': fromDecision(
    274,
    'The window asks once whether the scripts of a workspace may send, its settings change that, and a result lists what scripts sent.',
  ),
} as const;
