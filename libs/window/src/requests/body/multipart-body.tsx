import type { Body, MultipartPart, Pair } from '@tandem/core';
import { Settings2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import { formatCount } from '../../shell/phrases.js';
import { useUpload, FileDrop, FileField } from './file-field.js';
import {
  IconButton,
  PairTable,
  formatRowName,
  RowTable,
  Select,
  TableRow,
  useRemoval,
  VariableInput,
} from '../../kit/index.js';

interface PartProps {
  readonly part: MultipartPart;
  readonly index: number;
  readonly onChange: (part: MultipartPart) => void;
}

const PartValue = ({ part, index, onChange }: PartProps) =>
  'file' in part ? (
    <FileField
      isInRow
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

/** Changes a detail of a part. An empty detail is removed. */
const setPartDetail = (
  part: MultipartPart,
  key: 'contentType' | 'filename',
  value: string,
): MultipartPart => {
  const { [key]: _, ...rest } = part;
  return value === '' ? rest : { ...part, [key]: value };
};

const setPartHeaders = (part: MultipartPart, headers: readonly Pair[]): MultipartPart => {
  const { headers: _, ...rest } = part;
  return headers.length === 0 ? rest : { ...part, headers };
};

/** Edits how a part is sent: its content type, its file name and its headers. */
const PartDetails = ({ part, index, id, onChange }: PartProps & { readonly id: string }) => (
  <div className="part-details" id={id} role="group" aria-label={`How part ${index} is sent`}>
    <label className="part-detail">
      <span>Content type</span>
      <VariableInput
        label={`Part ${index} content type`}
        placeholder={'file' in part ? 'From the file extension' : 'None'}
        value={part.contentType ?? ''}
        onChange={(type) => {
          onChange(setPartDetail(part, 'contentType', type));
        }}
      />
    </label>
    <label className="part-detail">
      <span>File name</span>
      <VariableInput
        label={`Part ${index} file name`}
        placeholder={'file' in part ? 'Name of the file' : 'None'}
        value={part.filename ?? ''}
        onChange={(filename) => {
          onChange(setPartDetail(part, 'filename', filename));
        }}
      />
    </label>
    <div className="part-detail">
      <span>Headers</span>
      <PairTable
        label={`Part ${index} header`}
        rows={part.headers ?? []}
        onChange={(headers) => {
          onChange(setPartHeaders(part, headers));
        }}
      />
    </div>
  </div>
);

/** Describes briefly how a part is sent. */
const describePartDetails = ({ contentType, filename, headers = [] }: MultipartPart): readonly string[] => [
  ...(contentType === undefined || contentType === '' ? [] : [contentType]),
  ...(filename === undefined ? [] : [`as ${filename}`]),
  ...(headers.length === 0 ? [] : [formatCount(headers.length, 'header')]),
];

/** Converts a part to a file or a text. */
const setPartKind = (part: MultipartPart, kind: string): MultipartPart => {
  const { value: _value, file: _file, ...same } = { value: '', file: '', ...part };
  return kind === 'file' ? { ...same, file: '' } : { ...same, value: '' };
};

interface RowProps extends PartProps {
  readonly isNew: boolean;
  readonly onRemove: () => void;
}

const PartRow = ({ part, index, isNew, onChange, onRemove }: RowProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  const where = `Part ${index}`;
  const words = describePartDetails(part).join(', ');
  return (
    <TableRow
      where={where}
      isOn={part.enabled}
      isNew={isNew}
      onToggle={(enabled) => onChange({ ...part, enabled })}
      onRemove={onRemove}
      action={
        <IconButton
          icon={Settings2}
          look="small"
          label={`How part ${index} is sent`}
          tooltip={words === '' ? 'Content type, file name and headers' : words}
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          data-set={words !== '' || undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
      }
      below={isOpen ? <PartDetails part={part} index={index} id={details} onChange={onChange} /> : undefined}
    >
      <td>
        <VariableInput
          label={`${where} name`}
          placeholder="Name"
          value={part.name}
          onChange={(name) => onChange({ ...part, name })}
        />
      </td>
      <td className="part-type">
        <Select
          label={`${where} type`}
          look="quiet"
          value={'file' in part ? 'file' : 'value'}
          options={partKinds}
          onChange={(kind) => onChange(setPartKind(part, kind))}
        />
      </td>
      <td>
        <PartValue part={part} index={index} onChange={onChange} />
        {!isOpen && words !== '' && <small className="note">{words}</small>}
      </td>
    </TableRow>
  );
};

const blankPart: MultipartPart = { name: '', value: '', enabled: true };

const isBlank = (part: MultipartPart): boolean => part.name === '' && 'value' in part && part.value === '';

const partColumns = ['Name', 'Type', 'Value'];

/** Edits the parts of a multipart body. The last row is always empty, and becomes a part once a person types in it. */
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
  const last = parts.at(-1);
  const shown = last && isBlank(last) ? parts : [...parts, blankPart];
  return (
    <FileDrop
      upload={upload}
      words="Drop files here to add them as parts; they are copied into the workspace."
    >
      <RowTable label="Parts" className="parts" columns={partColumns}>
        {shown.map((part, index) => (
          <PartRow
            key={index}
            part={part}
            index={index + 1}
            isNew={index >= parts.length}
            onChange={(next) =>
              set(
                index >= parts.length
                  ? [...parts, next]
                  : parts.map((one, at) => (at === index ? next : one)),
              )
            }
            onRemove={() => remove(index, `Removed ${formatRowName(part.name, `part ${index + 1}`)}`)}
          />
        ))}
      </RowTable>
    </FileDrop>
  );
};
