import { FileDown } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useState, Suspense } from 'react';

import '../style/drop-target.css';
import type { DroppedContent, DroppedData } from './dropped.js';
import { describeProblem } from '../link/problem-words.js';
import { loadPart } from '../served/trust.js';
import { Button, Dialog } from '../kit/index.js';
import type { ImportedDocuments } from './import-plans.js';
import { lazy } from '../served/lazy.js';

const ImportFromUrl = lazy(async () => ({
  default: (await import('./import-from-url.js')).ImportFromUrl,
}));

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.js')).ImportDialog,
}));

/** Wraps a single document as a list of documents. */
const toImportedDocuments = ({
  title,
  name,
  text,
}: Extract<DroppedContent, { readonly kind: 'document' }>): ImportedDocuments => ({
  title,
  documents: [{ name, text }],
});

/** Dropped content that is handled in a dialog. */
type DialogDrop = Exclude<DroppedContent, { readonly kind: 'curl' | 'url' }>;

interface DropDialogProps {
  readonly found: DialogDrop;
  readonly onClose: () => void;
  readonly onOpenFolder: () => void;
}

/** Shows what was dropped, with buttons for what can be done with it. */
const DropDialog = ({ found, onClose, onOpenFolder }: DropDialogProps) =>
  found.kind === 'document' || found.kind === 'documents' ? (
    <Suspense>
      <ImportDialog
        source={found.kind === 'documents' ? found : toImportedDocuments(found)}
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

/** Asks for a document's URL, and continues with the fetched document. */
const FromUrl = ({ url, onUrl, onFetched }: FromUrlProps) => (
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

/** Elements that handle a paste themselves. */
const pasteFieldSelector = 'input, textarea, [contenteditable], .code-editor, dialog, [role=dialog]';

/** The pasted content. */
interface PastedContent {
  readonly text: string;
  readonly files: readonly File[];
}

/** Calls `onPasted` when content is pasted where no element handles it, such as on the tree. */
const usePasted = (onPasted: (pasted: PastedContent) => void): void => {
  useEffect(() => {
    const hear = (event: ClipboardEvent): void => {
      const isField = event.target instanceof Element && event.target.closest(pasteFieldSelector) !== null;
      const { clipboardData: data } = event;
      if (event.defaultPrevented || isField || data === null) return;
      onPasted({ text: data.getData('text/plain'), files: [...data.files] });
    };
    window.addEventListener('paste', hear);
    return () => {
      window.removeEventListener('paste', hear);
    };
  }, [onPasted]);
};

/** Elements that handle dropped files or text themselves. */
const dropHandlerSelectors = {
  files: '.file-drop, [role=dialog]',
  text: 'input, textarea, .code-editor, [role=dialog]',
} as const;

/** Detects whether files or text are dragged into the page; undefined for anything else. */
const detectDragContent = ({ dataTransfer }: DragEvent): keyof typeof dropHandlerSelectors | undefined => {
  if (dataTransfer?.types.includes('Files') === true) return 'files';
  return dataTransfer?.types.includes('text/plain') === true ? 'text' : undefined;
};

const recogniseContent = async (dropped: DroppedData): Promise<DroppedContent | undefined> =>
  (await loadPart(() => import('./dropped.js'))).recogniseContent(dropped);

/** Recognizes what was dropped. Reads the event's data before the first await, because the browser clears it afterwards. */
const recognise = ({ dataTransfer }: DragEvent): Promise<DroppedContent | undefined> => {
  const files = [...(dataTransfer?.files ?? [])];
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  return recogniseContent({ files, entries, text: dataTransfer?.getData('text/plain') ?? '' });
};

const createUnreadableContent = (cause: unknown): DroppedContent => ({
  kind: 'file',
  title: 'This cannot be read',
  words: describeProblem(cause),
});

interface Props {
  /** Lets a command open the system's file dialog. */
  readonly picker: RefObject<HTMLInputElement | null>;
  /** The initial URL of the dialog; undefined while the dialog is closed. */
  readonly url: string | undefined;
  readonly onUrl: (url: string | undefined) => void;
  readonly onCurl: (command: string) => void;
  readonly onOpenFolder: () => void;
}

/** Handles drops anywhere on the page that no other element handles. */
const useDrops = (onDropped: (recognising: Promise<DroppedContent | undefined>) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let isWithin = false;
    const isOurs = (event: DragEvent): boolean => {
      const content = detectDragContent(event);
      if (isWithin || event.defaultPrevented || content === undefined) return false;
      return !(event.target instanceof Element && event.target.closest(dropHandlerSelectors[content]));
    };
    const over = (event: DragEvent): void => {
      const ours = isOurs(event);
      setIsOver(ours);
      if (ours) event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      onDropped(recognise(event));
    };
    const begin = (): void => void (isWithin = true);
    const end = (): void => void (isWithin = false);
    const hearing = { dragover: over, dragleave: leave, dragstart: begin, dragend: end };
    const all = Object.entries(hearing) as [string, (event: Event) => void][];
    for (const [name, hear] of all) window.addEventListener(name, hear);
    // Handle the drop before the element under the pointer does. Otherwise a code editor would insert the text of a
    // dropped file.
    window.addEventListener('drop', drop, { capture: true });
    return () => {
      for (const [name, hear] of all) window.removeEventListener(name, hear);
      window.removeEventListener('drop', drop, { capture: true });
    };
  }, [onDropped]);
  return isOver;
};

const DropHint = () => (
  <div className="drop-target" role="status">
    <div>
      <FileDown aria-hidden="true" />
      <strong>Drop it here</strong>
      <p className="quiet">
        Drop a curl command to create a request. Drop Postman, OpenAPI, Insomnia, HAR or .http documents, or a
        folder of them, to import them.
      </p>
    </div>
  </div>
);

/** Handles files, folders and curl commands that are dropped on the window, and shows what was recognized. */
export const DropTarget = ({ picker, url, onUrl, onCurl, onOpenFolder }: Props) => {
  const [found, setFound] = useState<DialogDrop>();
  const take = useCallback(
    (dropped: DroppedContent): void => {
      if (dropped.kind === 'curl') onCurl(dropped.command);
      else if (dropped.kind === 'url') onUrl(dropped.url);
      else setFound(dropped);
    },
    [onCurl, onUrl],
  );
  const takeAll = useCallback(
    (recognising: Promise<DroppedContent | undefined>): void => {
      recognising.then(
        (dropped) => {
          if (dropped) take(dropped);
        },
        (cause: unknown) => take(createUnreadableContent(cause)),
      );
    },
    [take],
  );
  const isOver = useDrops(takeAll);
  const paste = useCallback(
    (pasted: PastedContent): void => {
      if (pasted.files.length > 0) takeAll(recogniseContent({ files: pasted.files }));
      else
        // People often paste text by mistake, so respond only to text that can be imported.
        takeAll(
          recogniseContent({ files: [], text: pasted.text }).then((one) =>
            one?.kind === 'file' ? undefined : one,
          ),
        );
    },
    [takeAll],
  );
  usePasted(paste);
  const close = (): void => setFound(undefined);
  return (
    <>
      {isOver && <DropHint />}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Documents to import"
        onChange={({ target }) => {
          takeAll(recogniseContent({ files: [...(target.files ?? [])] }));
          target.value = '';
        }}
      />
      {url !== undefined && <FromUrl url={url} onUrl={onUrl} onFetched={setFound} />}
      {found && <DropDialog found={found} onClose={close} onOpenFolder={onOpenFolder} />}
    </>
  );
};
