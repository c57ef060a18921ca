import { DecideScriptSending, GetScriptSending } from '@tandem/application';
import { ScriptSending } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** A person decides whether scripts may send requests, so these are for people only: an agent would raise its own rights. */
export const scriptSendingGet = method({
  name: 'script_sending_get',
  title: 'Requests of scripts',
  description: 'Says whether the scripts of a workspace may send requests.',
  audience: 'person',
  params: GetScriptSending,
  result: ScriptSending,
  effects: reads,
  handle: (application) => application.scriptSending.get,
});

export const scriptSendingDecide = method({
  name: 'script_sending_decide',
  title: 'Allow or refuse requests of scripts',
  description: 'Allows or refuses that the scripts of a workspace send requests while their handlers wait.',
  audience: 'person',
  params: DecideScriptSending,
  result: ScriptSending,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.scriptSending.decide,
});
