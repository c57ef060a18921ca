import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useLink } from '../../link/use-link.js';
import { PickDialog } from '../../kit/index.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** How many files are offered at once. */
const mostOffered = 100;

const fitting = (files: readonly string[], typed: string): readonly string[] => {
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
    queryKey: ['files'],
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
        fitting(data?.files ?? [], typed)
          .slice(0, mostOffered)
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

/** A path in the workspace's folder, typed or chosen from the files that are there. */
export const FileField = ({ label, value, onChange }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className="file-field">
      <input
        aria-label={label}
        placeholder="Path in the workspace's folder"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <button
        ref={button}
        type="button"
        className="button small"
        aria-label={`Choose ${label}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Choose …
      </button>
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
