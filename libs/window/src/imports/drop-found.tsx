import { Suspense } from 'react';

import { Button, Dialog } from '../kit/index.js';
import type { DroppedContent } from './dropped.js';
import type { ImportedDocuments } from './import-plans.js';
import { lazy } from '../served/lazy.js';

const ImportFromUrl = lazy(async () => ({
  default: (await import('./import-from-url.js')).ImportFromUrl,
}));

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.js')).ImportDialog,
}));

/** A single document as a list of documents. */
const toImportedDocuments = ({
  title,
  name,
  text,
}: Extract<DroppedContent, { readonly kind: 'document' }>): ImportedDocuments => ({
  title,
  documents: [{ name, text }],
});

/** Content that is shown in a dialog. */
export type DialogDrop = Exclude<DroppedContent, { readonly kind: 'curl' | 'url' }>;

interface Props {
  readonly found: DialogDrop;
  readonly onClose: () => void;
  readonly onOpenFolder: () => void;
}

/** Actions on what was found. */
export const DropDialog = ({ found, onClose, onOpenFolder }: Props) =>
  found.kind === 'document' || found.kind === 'documents' ? (
    <Suspense>
      <ImportDialog
        given={found.kind === 'documents' ? found : toImportedDocuments(found)}
        onClose={onClose}
      />
    </Suspense>
  ) : (
    <Dialog
      title={found.title}
      description={found.words}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {found.kind === 'workspace' && (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                onOpenFolder();
              }}
            >
              Open a folder …
            </Button>
          )}
        </>
      }
    />
  );

interface FromUrlProps {
  readonly url: string;
  readonly onUrl: (url: undefined) => void;
  readonly onFetched: (found: DialogDrop) => void;
}

/** Asks for a document's URL, and continues with the document. */
export const FromUrl = ({ url, onUrl, onFetched }: FromUrlProps) => (
  <Suspense>
    <ImportFromUrl
      url={url}
      onClose={() => onUrl(undefined)}
      onFetched={(documents) => {
        onUrl(undefined);
        onFetched({ kind: 'documents', ...documents });
      }}
    />
  </Suspense>
);
