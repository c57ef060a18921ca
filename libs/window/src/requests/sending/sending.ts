import type { ExecutionResult } from '@tandem/core';

import { describeProblem } from '../../link/problem-words.js';
import type { RunTarget } from '../../runs/run-target.js';
import { loadPart } from '../../served/trust.js';
import type { Messages } from '../../shell/notices/messages.js';
import { createStore, type Store } from '../../shell/store.js';
import type { RequestId } from '../saved-request.js';
import type { Runner } from './runner.js';

/** The dialog of a way to send. */
export type SendDialog =
  | { readonly kind: 'preview' | 'code'; readonly id: RequestId }
  | { readonly kind: 'run' | 'export'; readonly target: RunTarget };

/** Ways to send a request other than Send. */
export interface SendActions {
  /** The open dialog. */
  readonly dialog: Store<SendDialog | undefined>;
  /** Previews what Send would send. */
  readonly preview: (id: RequestId) => void;
  /** Opens the run dialog for a request, a folder or the workspace. */
  readonly run: (target: RunTarget) => void;
  /** Shows a request as code to copy. */
  readonly copyAs: (id: RequestId) => void;
  /** Exports a request, a folder or the workspace to a format of another tool. */
  readonly exportAs: (target: RunTarget) => void;
  /** Sends a request and lets the browser save the body of the response. */
  readonly sendAndSave: (id: RequestId) => void;
}

/** Creates the other ways to send, with no dialog open. */
export const createSending = (runner: Runner, say: Messages['say']): SendActions => {
  const dialog = createStore<SendDialog | undefined>(undefined);
  const save = async (result: ExecutionResult): Promise<void> => {
    const { saveResponse } = await loadPart(() => import('../../response/body/save-response.js'));
    await saveResponse(result).then(say, (cause: unknown) => say(`Not saved: ${describeProblem(cause)}`));
  };
  return {
    dialog,
    preview: (id) => dialog.set({ kind: 'preview', id }),
    run: (target) => dialog.set({ kind: 'run', target }),
    copyAs: (id) => dialog.set({ kind: 'code', id }),
    exportAs: (target) => dialog.set({ kind: 'export', target }),
    sendAndSave: (id) => runner.start(id, (result) => void save(result)),
  };
};
