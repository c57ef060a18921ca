import '../style/drop-target.css';

import { FileDown } from 'lucide-react';
import { type RefObject, Suspense, useCallback, useEffect, useState } from 'react';

import { Button, Dialog } from '../kit/index.js';
import type { Dropped } from '../model/dropped.js';
import { problemWords } from '../model/problem-words.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/load-part.js';

/** How much of a dropped file is read, in bytes; with its quotes escaped it must fit into a message to the server. */
const mostRead = 40 * 1024 * 1024;

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.js')).ImportDialog,
}));

/** What takes files itself, and what takes text. */
const takers = {
  files: '.file-drop, [role=dialog]',
  text: 'input, textarea, .code-editor, [role=dialog]',
} as const;

/** What a drag from outside of the page holds that the page can look at. */
const contentOf = ({ dataTransfer }: DragEvent): keyof typeof takers | undefined => {
  if (dataTransfer?.types.includes('Files') === true) return 'files';
  return dataTransfer?.types.includes('text/plain') === true ? 'text' : undefined;
};

const namesIn = (folder: FileSystemDirectoryEntry): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    folder.createReader().readEntries((entries) => resolve(entries.map(({ name }) => name)), reject);
  });

/** What a file is that was dropped or picked. */
const recogniseFile = async (file: File): Promise<Dropped> => {
  const { droppedText } = await loadPart(() => import('../model/dropped.js'));
  if (file.size <= mostRead) return droppedText(await file.text(), file.name);
  const words = `It has more than ${mostRead / 1024 / 1024} MiB. Split it, or let an agent import it by its path.`;
  return { kind: 'file', title: `${file.name} is too long to look at`, words };
};

/** What was dropped. What the event holds is taken before anything is awaited, because it is gone then. */
const recognise = async ({ dataTransfer }: DragEvent): Promise<Dropped | undefined> => {
  const [file] = dataTransfer?.files ?? [];
  const [item] = dataTransfer?.items ?? [];
  const entry = item?.kind === 'file' ? item.webkitGetAsEntry() : null;
  const text = dataTransfer?.getData('text/plain') ?? '';
  const { droppedFolder, droppedText } = await loadPart(() => import('../model/dropped.js'));
  if (entry?.isDirectory === true)
    return droppedFolder(entry.name, await namesIn(entry as FileSystemDirectoryEntry));
  if (file) return recogniseFile(file);
  return text.trim() === '' ? undefined : droppedText(text, '');
};

const unreadable = (cause: unknown): Dropped => ({
  kind: 'file',
  title: 'This cannot be read',
  words: problemWords(cause),
});

interface Props {
  /** Where a command opens the dialog of the system for files. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly onCurl: (command: string) => void;
  readonly onOpenFolder: () => void;
}

/** Hears what is dropped anywhere on the page that nothing else takes. */
const useDrops = (onDropped: (dropped: Dropped) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let isWithin = false;
    const isOurs = (event: DragEvent): boolean => {
      const content = contentOf(event);
      if (isWithin || event.defaultPrevented || content === undefined) return false;
      return !(event.target instanceof Element && event.target.closest(takers[content]));
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
      recognise(event).then(
        (dropped) => {
          if (dropped) onDropped(dropped);
        },
        (cause: unknown) => onDropped(unreadable(cause)),
      );
    };
    const begin = (): void => void (isWithin = true);
    const end = (): void => void (isWithin = false);
    const hearing = { dragover: over, dragleave: leave, drop, dragstart: begin, dragend: end };
    const all = Object.entries(hearing) as [string, (event: Event) => void][];
    for (const [name, hear] of all) window.addEventListener(name, hear);
    return () => {
      for (const [name, hear] of all) window.removeEventListener(name, hear);
    };
  }, [onDropped]);
  return isOver;
};

interface FoundProps {
  readonly found: Exclude<Dropped, { readonly kind: 'curl' }>;
  readonly onClose: () => void;
  readonly onOpenFolder: () => void;
}

/** What can be done with what was found. */
const Found = ({ found, onClose, onOpenFolder }: FoundProps) =>
  found.kind === 'document' ? (
    <Suspense>
      <ImportDialog document={found} onClose={onClose} />
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

/** Takes files, folders and curl commands that are dropped on the window, and says what they are. */
export const DropTarget = ({ picker, onCurl, onOpenFolder }: Props) => {
  const [found, setFound] = useState<Exclude<Dropped, { readonly kind: 'curl' }>>();
  const take = useCallback(
    (dropped: Dropped): void => {
      if (dropped.kind === 'curl') onCurl(dropped.command);
      else setFound(dropped);
    },
    [onCurl],
  );
  const isOver = useDrops(take);
  const takeFile = (file: File | undefined): void => {
    if (file) recogniseFile(file).then(take, (cause: unknown) => take(unreadable(cause)));
  };
  const close = (): void => setFound(undefined);
  return (
    <>
      {isOver && (
        <div className="drop-target" role="status">
          <div>
            <FileDown aria-hidden="true" />
            <strong>Drop it here</strong>
            <p className="quiet">
              A curl command becomes a request. Documents of Postman, OpenAPI, Insomnia, HAR and .http are
              imported.
            </p>
          </div>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Document to import"
        onChange={({ target }) => {
          takeFile(target.files?.[0]);
          target.value = '';
        }}
      />
      {found && <Found found={found} onClose={close} onOpenFolder={onOpenFolder} />}
    </>
  );
};
