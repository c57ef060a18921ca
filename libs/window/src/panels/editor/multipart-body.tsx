import type { Body, MultipartPart } from '@tandem/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';

import { useUpload } from '../../state/use-upload.js';
import { Button, IconButton, rowWords, Select, useRemoval, VariableInput } from '../../kit/index.js';
import { FileDrop } from './file-drop.js';
import { FileField } from './file-field.js';

interface PartProps {
  readonly part: MultipartPart;
  readonly index: number;
  readonly onChange: (part: MultipartPart) => void;
}

const PartValue = ({ part, index, onChange }: PartProps) =>
  'file' in part ? (
    <FileField
      label={`Part ${index} file`}
      value={part.file}
      onChange={(file) => {
        onChange({ ...part, file });
      }}
    />
  ) : (
    <VariableInput
      label={`Part ${index} value`}
      placeholder="Value"
      value={part.value}
      onChange={(value) => {
        onChange({ ...part, value });
      }}
    />
  );

const partKinds = [
  { value: 'value', title: 'Text' },
  { value: 'file', title: 'File' },
] as const;

const PartRow = ({ part, index, onChange, onRemove }: PartProps & { readonly onRemove: () => void }) => {
  const { name, enabled, contentType, headers } = part;
  return (
    <li className="part" data-enabled={enabled}>
      <input
        type="checkbox"
        aria-label={`Part ${index} is on`}
        checked={enabled}
        onChange={({ target }) => {
          onChange({ ...part, enabled: target.checked });
        }}
      />
      <VariableInput
        label={`Part ${index} name`}
        placeholder="Name"
        value={name}
        onChange={(next) => {
          onChange({ ...part, name: next });
        }}
      />
      <Select
        label={`Part ${index} kind`}
        value={'file' in part ? 'file' : 'value'}
        options={partKinds}
        onChange={(kind) => {
          const typed = {
            ...(contentType === undefined ? {} : { contentType }),
            ...(headers === undefined ? {} : { headers }),
          };
          onChange({ name, enabled, ...(kind === 'file' ? { file: '' } : { value: '' }), ...typed });
        }}
      />
      <PartValue part={part} index={index} onChange={onChange} />
      <VariableInput
        label={`Part ${index} content type`}
        placeholder={'file' in part ? 'Type by extension' : 'Content type'}
        value={contentType ?? ''}
        onChange={(type) => {
          const { contentType: _, ...untyped } = part;
          onChange(type === '' ? untyped : { ...part, contentType: type });
        }}
      />
      <IconButton icon={X} look="small" label={`Remove part ${index}`} tooltip="Remove" onClick={onRemove} />
    </li>
  );
};

/** The parts of a multipart body. */
export const MultipartBody = ({
  parts,
  onChange,
}: {
  readonly parts: readonly MultipartPart[];
  readonly onChange: (body: Body) => void;
}) => {
  const set = (next: readonly MultipartPart[]): void => {
    onChange({ type: 'multipart', parts: next });
  };
  const remove = useRemoval(parts, set);
  const latest = useRef(parts);
  latest.current = parts;
  const upload = useUpload((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
    set([...latest.current, { name, file, enabled: true }]);
  });
  return (
    <FileDrop
      upload={upload}
      words="Drop files here to add them as parts; they are copied into the workspace."
    >
      <ul className="parts" aria-label="Parts">
        {parts.map((part, index) => (
          <PartRow
            key={index}
            part={part}
            index={index + 1}
            onChange={(next) => {
              set(parts.map((one, at) => (at === index ? next : one)));
            }}
            onRemove={() => remove(index, `Removed ${rowWords(part.name, `part ${index + 1}`)}`)}
          />
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() => {
            set([...parts, { name: '', value: '', enabled: true }]);
          }}
        >
          Add a part
        </Button>
      </div>
    </FileDrop>
  );
};
