import { AnswerAgent, EmptyResult, LookAt, TakeOver, WindowSelection } from '@tandem/application';
import { struct } from '@tandem/core/codec';

import { method, reads, replaces } from '../method.js';

/** Only windows know what they show. */
export const windowLook = method({
  name: 'window_look',
  title: 'What a window shows',
  description: 'Tells what a window shows and edits; forgotten when its connection closes.',
  audience: 'person',
  params: LookAt,
  result: EmptyResult,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.presence.look,
});

/** Agents read it as a resource and with the active workspace. */
export const windowSelection = method({
  name: 'window_selection',
  title: 'What a person looks at',
  description: 'Returns what the window that was used last shows.',
  audience: 'person',
  params: struct('window_selection arguments', {}),
  result: WindowSelection,
  effects: reads,
  handle: (application) => () => application.presence.selection(),
});

/** An agent would let itself go on, so these are for people only. */
export const agentsTakeOver = method({
  name: 'agents_take_over',
  title: 'Take a request over from an agent',
  description: "Makes an agent's changes of a request wait for a person who edits it, or no longer.",
  audience: 'person',
  params: TakeOver,
  result: EmptyResult,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.presence.takeOver,
});

export const agentsAnswer = method({
  name: 'agents_answer',
  title: 'Allow or deny a change of an agent',
  description: "Answers an agent's change that waits.",
  audience: 'person',
  params: AnswerAgent,
  result: EmptyResult,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.presence.answer,
});
