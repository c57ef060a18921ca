import type { ExecutionResult } from '@tandem/core';
import { type ReactNode, Suspense, useState } from 'react';

import { problemWords } from '../model/problem-words.js';
import type { RequestId } from '../model/saved-request.js';
import { useSay } from '../state/said.js';
import type { Runner } from '../state/use-runs.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/load-part.js';

const PreviewDialog = lazy(async () => ({
  default: (await import('./editor/preview-dialog.js')).PreviewDialog,
}));

/** Other ways to send a request than Send itself. */
export interface Sending {
  /** Shows what Send would send. */
  readonly preview: (id: RequestId) => void;
  /** Sends a request and lets the browser save the body of the response. */
  readonly sendAndSave: (id: RequestId) => void;
}

/** The ways, and the dialog that one of them opens. */
export const useSending = (runner: Runner): { readonly sending: Sending; readonly dialog: ReactNode } => {
  const say = useSay();
  const [previewed, setPreviewed] = useState<RequestId>();
  const save = async (result: ExecutionResult): Promise<void> => {
    const { saveResponse } = await loadPart(() => import('../state/save-response.js'));
    await saveResponse(result).then(say, (cause: unknown) => say(`Not saved: ${problemWords(cause)}`));
  };
  return {
    sending: {
      preview: setPreviewed,
      sendAndSave: (id) => runner.start(id, (result) => void save(result)),
    },
    dialog: previewed !== undefined && (
      <Suspense>
        <PreviewDialog
          id={previewed}
          onSend={() => runner.start(previewed)}
          onClose={() => setPreviewed(undefined)}
        />
      </Suspense>
    ),
  };
};
