import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useRef, useState, type ReactNode, useEffect } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { useLink } from '../../link/use-link.js';
import { IconButton, PickDialog, VariableInput, Button } from '../../kit/index.js';
import { fetchFromServer } from '../../link/page-session.js';

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

/** Copies files into the workspace one after another. Calls `onPath` with the path of each copy. */
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
    /** The name of the file that is copied now. */
    name,
    problem,
    add: (files: readonly File[]): void => {
      if (files.length > 0 && name === undefined) void add(files);
    },
    stop: (): void => stopping.current?.abort(),
  };
};

/** The state of copying files, with functions to start and to stop. */
type Upload = ReturnType<typeof useUpload>;

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes('Files');

/** Shows which file is copied now, with a stop button, or why copying failed. */
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
  /** Says what happens to files that are dropped here. */
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

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** Whether the field is in a row of a table, which has its own border. */
  readonly isInRow?: boolean;
}

/** Maximum number of files that are offered at once. */
const maxOfferedFiles = 100;

const findMatchingFiles = (files: readonly string[], typed: string): readonly string[] => {
  const words = typed.toLowerCase().split(/\s+/);
  return files.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
};

const FileDialog = ({
  label,
  onPick,
  onClose,
  onGone,
}: {
  readonly label: string;
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}) => {
  const link = useLink();
  const { data, error } = useQuery({
    queryKey: queryKeys.files,
    queryFn: () => link.call('workspaces_files', {}),
    gcTime: 0,
  });
  const none = data ? 'No file matches. You can also type a path.' : 'Reading the folder …';
  return (
    <PickDialog
      title={`Choose ${label}`}
      placeholder={data?.isCut === true ? 'Some files of the workspace …' : 'File of the workspace …'}
      emptyFor={() => (error ? error.message : none)}
      picksFor={(typed) =>
        findMatchingFiles(data?.files ?? [], typed)
          .slice(0, maxOfferedFiles)
          .map((path) => ({
            key: path,
            title: path,
            take: () => {
              onPick(path);
            },
          }))
      }
      onClose={onClose}
      onGone={onGone}
    />
  );
};

/** The path of a file in the workspace folder. It is typed or selected, or a file from elsewhere is copied there. */
export const FileField = ({ label, value, onChange, isInRow = false }: Props) => {
  const look = isInRow ? 'small' : 'boxed';
  const button = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const upload = useUpload(onChange);
  return (
    <span className="file-field">
      <span className="row">
        <VariableInput label={label} placeholder="Path in the workspace" value={value} onChange={onChange} />
        <IconButton
          icon={Upload}
          look={look}
          label={`Upload ${label}`}
          tooltip="Copy a file from this computer into the workspace"
          onClick={() => picker.current?.click()}
        />
        <IconButton
          ref={button}
          icon={FolderOpen}
          look={look}
          label={`Choose ${label}`}
          tooltip="Choose a file in the workspace"
          onClick={() => {
            setIsOpen(true);
          }}
        />
        <input
          ref={picker}
          type="file"
          hidden
          onChange={({ currentTarget }) => {
            upload.add([...(currentTarget.files ?? [])].slice(0, 1));
            currentTarget.value = '';
          }}
        />
      </span>
      <UploadState upload={upload} />
      {isOpen && (
        <FileDialog
          label={label}
          onPick={onChange}
          onClose={() => {
            setIsOpen(false);
          }}
          onGone={() => button.current?.focus()}
        />
      )}
    </span>
  );
};
