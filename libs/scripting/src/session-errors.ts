import type { ScriptError } from '@tandem/core';

/** Its host ended while running it alone. */
export const hostLostError: ScriptError = {
  code: 'SCRIPT_MEMORY',
  message:
    'The process that ran the script ended, most likely because the script asked for too much memory at once.',
};

/** No host was ready to run it. */
export const notStarted: ScriptError = {
  code: 'SCRIPT_HOST_ENDED',
  message:
    'The process for scripts ended before it was ready, several times. Find out what ends it, such as a lack of memory, and try again.',
};

/** Its signal was aborted. */
export const cancelledError: ScriptError = { code: 'CANCELLED', message: 'The execution was cancelled.' };

/** The runtime was closed meanwhile. */
export const runtimeClosed: ScriptError = { code: 'CANCELLED', message: 'The script runtime was closed.' };
