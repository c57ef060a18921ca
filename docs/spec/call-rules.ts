import { fromDesign } from './requirement.js';

/** Requests that scripts send while their handler waits. */
export const calls = {
  'calls:script': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'A script sends requests with send and executes saved ones with execute; calls that a handler does not await are awaited at its end.',
  ),
  'calls:time': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'The time of the network does not count towards the time of a handler, but towards the deadline of its calls; cancelling ends them.',
  ),
  'calls:limits': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'The calls of a handler, their nesting, those of an execution in all, and the size of what they get are limited.',
  ),
  'calls:repeat': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'A session that is rebuilt on another host gets the same answers in the same order, and nothing is sent twice.',
  ),
  'secrets:command': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    'A command that a person sets reads secrets at need, without a shell, where a person allowed it; its values are hidden and never stored.',
  ),
  'trust:scripts': fromDesign(
    'guard#scripts',
    'Scripts that come in by synchronization or import get no secrets and cannot send until a person approves their content; agents cannot approve.',
  ),
  'calls:sent': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'What a script sends goes out as it stands, by the steps and rules of its request, and is a step of the result with its secrets hidden.',
  ),
  'calls:saved': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'A saved request that a script executes runs like any other; what its scripts set is seen by the script that calls.',
  ),
  'calls:bruno': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts send requests with axios and bru.sendRequest, and execute saved ones with bru.runRequest, as in Bruno.',
  ),
  'calls:postman': fromDesign(
    'scripts#calls-out-of-the-isolate',
    'Postman scripts send requests with pm.sendRequest, which calls back or resolves, and execute saved ones with pm.execution.runRequest.',
  ),
  'calls:preview': fromDesign('scripts#calls-out-of-the-isolate', 'The scripts of a preview send nothing.'),
  'calls:allowed': fromDesign(
    'guard#scripts',
    'Scripts send requests only in a workspace where a person has allowed it; the error and the result say so otherwise.',
  ),
  'calls:window': fromDesign(
    'guard#scripts',
    'The window asks once whether the scripts of a workspace may send, its settings change that, and a result lists what scripts sent.',
  ),
} as const;
