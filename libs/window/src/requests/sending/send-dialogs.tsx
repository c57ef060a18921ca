import { Suspense } from 'react';

import { useFolderPaths, useMixedLevels } from '../../folders/use-folders.js';
import { lazy } from '../../served/lazy.js';
import { useStore } from '../../shell/store.js';
import { useWorkspace } from '../../shell/workspace-stores.js';
import { useRequests } from '../requests.js';
import type { SendDialog } from './runner.js';

const PreviewDialog = lazy(async () => ({
  default: (await import('./preview-dialog.js')).PreviewDialog,
}));
const RunDialog = lazy(async () => ({ default: (await import('../../runs/run-dialog.js')).RunDialog }));
const ExportDialog = lazy(async () => ({
  default: (await import('../../exports/export-dialog.js')).ExportDialog,
}));
const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.js')).CodeDialog }));

const OpenDialog = ({ dialog, onClose }: { readonly dialog: SendDialog; readonly onClose: () => void }) => {
  const { runner } = useWorkspace();
  const { requests } = useRequests();
  const folders = useFolderPaths();
  const mixed = useMixedLevels();
  switch (dialog.kind) {
    case 'preview':
      return <PreviewDialog id={dialog.id} onSend={() => runner.start(dialog.id)} onClose={onClose} />;
    case 'code':
      return <CodeDialog id={dialog.id} onClose={onClose} />;
    case 'run':
      return <RunDialog target={dialog.target} content={{ folders, requests, mixed }} onClose={onClose} />;
    case 'export':
      return <ExportDialog target={dialog.target} onClose={onClose} />;
  }
};

/** Shows the open dialog for one of the other ways to send, if any. */
export const SendDialogs = () => {
  const { sending } = useWorkspace();
  const dialog = useStore(sending.dialog);
  return (
    dialog && (
      <Suspense>
        <OpenDialog dialog={dialog} onClose={() => sending.dialog.set(undefined)} />
      </Suspense>
    )
  );
};
