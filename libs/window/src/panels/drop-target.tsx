import '../style/drop-target.css';

import { FileDown } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { Button, Dialog } from '../kit/index.js';
import type { Dropped } from '../model/dropped.js';
import { problemWords } from '../model/problem-words.js';
import { loadPart } from '../served/load-part.js';

/** How much of a dropped file is read, in bytes: enough for the export of a large collection. */
const mostRead = 16 * 1024 * 1024;

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

/** What was dropped. What the event holds is taken before anything is awaited, because it is gone then. */
const recognise = async ({ dataTransfer }: DragEvent): Promise<Dropped | undefined> => {
  const [file] = dataTransfer?.files ?? [];
  const [item] = dataTransfer?.items ?? [];
  const entry = item?.kind === 'file' ? item.webkitGetAsEntry() : null;
  const text = dataTransfer?.getData('text/plain') ?? '';
  const { droppedFolder, droppedText } = await loadPart(() => import('../model/dropped.js'));
  if (entry?.isDirectory === true)
    return droppedFolder(entry.name, await namesIn(entry as FileSystemDirectoryEntry));
  if (file) {
    if (file.size > mostRead) {
      const words = `It has more than ${mostRead / 1024 / 1024} MiB.`;
      return { kind: 'file', title: `${file.name} is too long to look at`, words };
    }
    return droppedText(await file.text(), file.name);
  }
  return text.trim() === '' ? undefined : droppedText(text, '');
};

interface Props {
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
        (cause: unknown) =>
          onDropped({ kind: 'file', title: 'This cannot be read', words: problemWords(cause) }),
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

/** Takes files, folders and curl commands that are dropped on the window, and says what they are. */
export const DropTarget = ({ onCurl, onOpenFolder }: Props) => {
  const [found, setFound] = useState<Exclude<Dropped, { readonly kind: 'curl' }>>();
  const isOver = useDrops(
    useCallback(
      (dropped: Dropped): void => {
        if (dropped.kind === 'curl') onCurl(dropped.command);
        else setFound(dropped);
      },
      [onCurl],
    ),
  );
  const close = (): void => setFound(undefined);
  return (
    <>
      {isOver && (
        <div className="drop-target" role="status">
          <div>
            <FileDown aria-hidden="true" />
            <strong>Drop it here</strong>
            <p className="quiet">
              A curl command becomes a request. Files of Postman, OpenAPI, Insomnia, HAR and Bruno are
              recognized.
            </p>
          </div>
        </div>
      )}
      {found && (
        <Dialog
          title={found.title}
          description={found.words}
          size="small"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Close</Button>
              {found.kind === 'workspace' && (
                <Button
                  variant="primary"
                  onClick={() => {
                    close();
                    onOpenFolder();
                  }}
                >
                  Open a folder …
                </Button>
              )}
            </>
          }
        />
      )}
    </>
  );
};
