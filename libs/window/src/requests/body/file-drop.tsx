import { type ReactNode, useState, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';

import { queryKeys } from '../../link/query-keys.js';
import { Button } from '../../kit/index.js';
import { fetchFromServer } from '../../link/own-fetch.js';

const upload = async (file: File, signal: AbortSignal): Promise<string> => {
  const answer = await fetchFromServer(`/files?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
    signal,
  });
  const { path, error } = (await answer.json()) as { readonly path?: string; readonly error?: string };
  if (path === undefined) throw new Error(error ?? `${answer.status} ${answer.statusText}`);
  return path;
};

/** Copies files into the workspace one by one, and calls back with the path of each copy. */
export const useUpload = (onPath: (path: string) => void) => {
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  const latest = useRef(onPath);
  latest.current = onPath;
  useEffect(() => () => stopping.current?.abort(), []);
  const add = async (files: readonly File[]): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    setProblem(undefined);
    try {
      for (const file of files) {
        setName(file.name);
        latest.current(await upload(file, signal));
      }
      await queries.invalidateQueries({ queryKey: queryKeys.files });
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setName(undefined);
    }
  };
  return {
    /** The file that is being copied. */
    name,
    problem,
    add: (files: readonly File[]): void => {
      if (files.length > 0 && name === undefined) void add(files);
    },
    stop: (): void => stopping.current?.abort(),
  };
};

/** The state of the copied files, with functions to start and stop. */
type Upload = ReturnType<typeof useUpload>;

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes('Files');

/** Shows which file is being copied, with a stop button, or why copying failed. */
export const UploadState = ({ upload: { name, problem, stop } }: { readonly upload: Upload }) => (
  <>
    {name !== undefined && (
      <p className="row quiet" role="status">
        Copying {name} into the workspace …
        <Button variant="quiet" isSmall onClick={stop}>
          Stop
        </Button>
      </p>
    )}
    {problem !== undefined && (
      <p className="bad" role="alert">
        {problem}
      </p>
    )}
  </>
);

/** A drop area for files. */
export const FileDrop = ({
  upload,
  words,
  children,
}: {
  readonly upload: Upload;
  /** What happens to the files. */
  readonly words: string;
  readonly children: ReactNode;
}) => {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className="file-drop"
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        upload.add([...event.dataTransfer.files]);
      }}
    >
      {children}
      <UploadState upload={upload} />
      <p className="quiet">{words}</p>
    </div>
  );
};
