import { type Ports, scriptCallLimits } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createScriptCalls, type Refusal, type ScriptCalls } from '@tandem/execution';

import { type Calls, executeForScript } from './execute-for-script.js';
import type { LoadedExecution } from './load-execution.js';
import { unapprovedCode, describeUnapprovedScripts } from '../trust/unapproved-scripts.js';

const isOff: Refusal = {
  code: 'SCRIPT_REQUESTS_OFF',
  message:
    'The scripts of this workspace may not send requests. A person can allow it in the window, in the Script tab of the workspace, or for one run with tandem run --allow-script-requests.',
};

/** Why the scripts of an execution may not send requests. Undefined if a person has allowed it. */
const createRefusalCheck =
  (ports: Ports, { workspace: { id }, unapproved = [] }: LoadedExecution) =>
  async (): Promise<Refusal | undefined> => {
    if (unapproved.length > 0)
      return { code: unapprovedCode, message: describeUnapprovedScripts(unapproved) };
    if (ports.scriptsMaySend) return undefined;
    const decided = await ports.store.scriptSending.get(id)();
    return E.isRight(decided) && decided.right === true ? undefined : isOff;
  };

/** Handles the calls that the scripts of an execution make. */
export const answerScriptCalls = (calls: Omit<Calls, 'left'>, loaded: LoadedExecution): ScriptCalls => {
  const left = calls.call.calling?.left ?? { number: scriptCallLimits.inAll };
  return createScriptCalls({
    refusal: createRefusalCheck(calls.ports, loaded),
    execute: executeForScript({ ...calls, left }),
    left,
  });
};
