import type { ExecutionResult } from '@tandem/core';
import { type ReactNode, Suspense, useState } from 'react';

import { describeProblem } from '../../link/problem-words.js';
import type { RunTarget } from '../../runs/run-target.js';
import type { RequestId } from '../saved-request.js';
import type { TreeContent } from '../../folders/tree/tree.js';
import { useSay } from '../../shell/notices/use-messages.js';
import type { Runner } from './runner.js';
import { lazy } from '../../served/lazy.js';
import { loadPart } from '../../served/trust.js';

const PreviewDialog = lazy(async () => ({
  default: (await import('./preview-dialog.js')).PreviewDialog,
}));

const RunDialog = lazy(async () => ({ default: (await import('../../runs/run-dialog.js')).RunDialog }));
const ExportDialog = lazy(async () => ({
  default: (await import('../../exports/export-dialog.js')).ExportDialog,
}));
const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.js')).CodeDialog }));

/** Ways to send a request other than Send. */
export interface SendActions {
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

/** The other ways to send, with their dialogs. */
export const useSending = (
  runner: Runner,
  content: TreeContent,
): { readonly sending: SendActions; readonly dialog: ReactNode } => {
  const say = useSay();
  const [open, setOpen] = useState<
    | { readonly what: 'preview' | 'code'; readonly id: RequestId }
    | { readonly what: 'run' | 'export'; readonly target: RunTarget }
  >();
  const close = (): void => setOpen(undefined);
  const save = async (result: ExecutionResult): Promise<void> => {
    const { saveResponse } = await loadPart(() => import('../../response/body/save-response.js'));
    await saveResponse(result).then(say, (cause: unknown) => say(`Not saved: ${describeProblem(cause)}`));
  };
  return {
    sending: {
      preview: (id) => setOpen({ id, what: 'preview' }),
      run: (target) => setOpen({ what: 'run', target }),
      exportAs: (target) => setOpen({ what: 'export', target }),
      copyAs: (id) => setOpen({ id, what: 'code' }),
      sendAndSave: (id) => runner.start(id, (result) => void save(result)),
    },
    dialog: open && (
      <Suspense>
        {open.what === 'preview' && (
          <PreviewDialog id={open.id} onSend={() => runner.start(open.id)} onClose={close} />
        )}
        {open.what === 'run' && <RunDialog target={open.target} content={content} onClose={close} />}
        {open.what === 'export' && <ExportDialog target={open.target} onClose={close} />}
        {open.what === 'code' && <CodeDialog id={open.id} onClose={close} />}
      </Suspense>
    ),
  };
};
