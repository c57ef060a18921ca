import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { useLink } from '../../link/use-link.js';
import { useUpload, UploadState } from './file-drop.js';
import { IconButton, PickDialog, VariableInput } from '../../kit/index.js';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** Maximum number of files offered at once. */
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

/** A path in the workspace's folder: typed, chosen from its files, or of a file that is copied there. */
export const FileField = ({ label, value, onChange }: Props) => {
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
          look="boxed"
          label={`Upload ${label}`}
          tooltip="Copy a file from this computer into the workspace"
          onClick={() => picker.current?.click()}
        />
        <IconButton
          ref={button}
          icon={FolderOpen}
          look="boxed"
          label={`Choose ${label}`}
          tooltip="Choose a file of the workspace"
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
