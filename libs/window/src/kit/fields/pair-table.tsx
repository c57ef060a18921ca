import type { Pair } from '@tandem/core';
import { X } from 'lucide-react';

import { IconButton } from '../icon-button.js';
import { formatRowName, useRemoval } from './removal.js';
import type { Suggestions } from './suggest.js';
import { VariableInput } from './variable-input.js';

interface Props {
  /** What the table is of, for a screen reader. */
  readonly label: string;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
  /** Whether names are given, so that only values and switches are edited. */
  readonly areNamesFixed?: boolean;
  /** What fits into a name, and into the value of a name. */
  readonly suggestName?: (text: string) => Suggestions | undefined;
  readonly suggestValue?: (name: string) => (text: string) => Suggestions | undefined;
}

const blank: Pair = { name: '', value: '', enabled: true };

const isBlank = ({ name, value }: Pair): boolean => name === '' && value === '';

interface RowProps extends Props {
  readonly row: Pair;
  readonly index: number;
  readonly onRemove: () => void;
}

const Text = ({
  what,
  word,
  value,
  isFixed = false,
  suggest,
  onChange,
}: {
  readonly what: string;
  readonly word: string;
  readonly value: string;
  readonly isFixed?: boolean;
  readonly suggest?: ((text: string) => Suggestions | undefined) | undefined;
  readonly onChange: (value: string) => void;
}) => (
  <td>
    <VariableInput
      label={`${what} ${word.toLowerCase()}`}
      placeholder={word}
      value={value}
      isReadOnly={isFixed}
      suggest={suggest}
      onChange={onChange}
    />
  </td>
);

const RowOf = ({ row, index, onRemove, ...props }: RowProps) => {
  const { label, rows, onChange, areNamesFixed } = props;
  const isNew = index >= rows.length;
  const where = `${label} ${index + 1}`;
  const set = (change: Partial<Pair>): void => {
    const next = { ...row, ...change };
    onChange(isNew ? [...rows, next] : rows.map((one, at) => (at === index ? next : one)));
  };
  return (
    <tr data-enabled={row.enabled}>
      <td className="narrow">
        {!isNew && (
          <input
            type="checkbox"
            aria-label={`${where} is on`}
            checked={row.enabled}
            onChange={({ target }) => {
              set({ enabled: target.checked });
            }}
          />
        )}
      </td>
      <Text
        what={where}
        word="Name"
        value={row.name}
        isFixed={areNamesFixed === true}
        suggest={props.suggestName}
        onChange={(name) => set({ name })}
      />
      <Text
        what={where}
        word="Value"
        value={row.value}
        suggest={props.suggestValue?.(row.name)}
        onChange={(value) => set({ value })}
      />
      <td className="narrow">
        {!isNew && !areNamesFixed && (
          <IconButton icon={X} look="small" label={`Remove ${where}`} tooltip="Remove" onClick={onRemove} />
        )}
      </td>
    </tr>
  );
};

/** Names and values to edit; the last line is always empty and becomes a row when something is typed. */
export const PairTable = (props: Props) => {
  const { label, rows, onChange, areNamesFixed = false } = props;
  const remove = useRemoval(rows, onChange);
  const last = rows.at(-1);
  const shown = areNamesFixed || (last && isBlank(last)) ? rows : [...rows, blank];
  return (
    <table className="pairs" aria-label={label}>
      <thead className="spoken">
        <tr>
          <th scope="col">On</th>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Remove</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <RowOf
            key={index}
            {...props}
            row={row}
            index={index}
            onRemove={() => remove(index, `Removed ${formatRowName(row.name, `${label} ${index + 1}`)}`)}
          />
        ))}
      </tbody>
    </table>
  );
};
