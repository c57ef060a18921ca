import type { Pair } from '@tandem/core';
import { createContext, use, useEffect, useRef, useState } from 'react';

import { Button } from '../button.js';
import { RowTable, TableRow } from './row-table.js';
import type { Suggestions } from './suggest.js';
import { VariableInput } from './suggest-input.js';

/** Offers to undo a removal, for example in a message. Returns a function that withdraws the offer. */
type OfferUndo = (words: string, undo: () => void) => () => void;

/** Announces a removal and offers to undo it. Does nothing without a provider. */
export const OfferUndoContext = createContext<OfferUndo>(() => () => undefined);

/** Inserts a row at an index, or at the end if the list has become shorter. */
const insertRow = <Row,>(rows: readonly Row[], index: number, row: Row): readonly Row[] => [
  ...rows.slice(0, index),
  row,
  ...rows.slice(index),
];

/** Formats the name of a row for a message: quoted, or `unnamed`. */
export const formatRowName = (name: string, unnamed: string): string => (name === '' ? unnamed : `“${name}”`);

/** Removes a row and, while the list is shown, offers to insert it again into the current list. */
export const useRemoval = <Row,>(rows: readonly Row[], onChange: (rows: readonly Row[]) => void) => {
  const offer = use(OfferUndoContext);
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };
  const withdraw = useRef<() => void>(undefined);
  useEffect(() => () => withdraw.current?.(), []);
  return (index: number, words: string): void => {
    const row = rows[index];
    if (row === undefined) return;
    onChange(rows.filter((_, at) => at !== index));
    withdraw.current = offer(words, () => {
      latest.current.onChange(insertRow(latest.current.rows, index, row));
    });
  };
};

interface Props {
  /** The label of the table, for a screen reader. */
  readonly label: string;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
  /** Whether names are fixed, so that only values and switches are editable. */
  readonly areNamesFixed?: boolean;
  /** Suggestions for a name, and for the value of a name. */
  readonly suggestName?: (text: string) => Suggestions | undefined;
  readonly suggestValue?: (name: string) => (text: string) => Suggestions | undefined;
}

const pairColumns = ['Name', 'Value'];

const blankPair: Pair = { name: '', value: '', enabled: true };

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

const PairRow = ({ row, index, onRemove, ...props }: RowProps) => {
  const { label, rows, onChange, areNamesFixed } = props;
  const isNew = index >= rows.length;
  const where = `${label} ${index + 1}`;
  const set = (change: Partial<Pair>): void => {
    const next = { ...row, ...change };
    onChange(isNew ? [...rows, next] : rows.map((one, at) => (at === index ? next : one)));
  };
  return (
    <TableRow
      where={where}
      isOn={row.enabled}
      isNew={isNew}
      onToggle={(enabled) => set({ enabled })}
      onRemove={areNamesFixed === true ? undefined : onRemove}
    >
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
    </TableRow>
  );
};

/** Edits names and values in a table. The last line is always empty, and becomes a row once a person types in it. */
export const PairTable = (props: Props) => {
  const { label, rows, onChange, areNamesFixed = false } = props;
  const remove = useRemoval(rows, onChange);
  const last = rows.at(-1);
  const shown = areNamesFixed || (last && isBlank(last)) ? rows : [...rows, blankPair];
  return (
    <RowTable label={label} columns={pairColumns}>
      {shown.map((row, index) => (
        <PairRow
          key={index}
          {...props}
          row={row}
          index={index}
          onRemove={() => remove(index, `Removed ${formatRowName(row.name, `${label} ${index + 1}`)}`)}
        />
      ))}
    </RowTable>
  );
};

interface RowsEditorProps extends Props {
  /** The name of the rows, such as `Headers`. */
  readonly title: string;
  /** A heading above the rows, which distinguishes them from other rows beside them. */
  readonly heading?: string;
  readonly toText: (rows: readonly Pair[]) => string;
  readonly toRows: (text: string) => readonly Pair[];
}

const PairText = ({ title, rows, onChange, toText, toRows }: RowsEditorProps) => {
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && JSON.stringify(toRows(typed)) === JSON.stringify(rows);
  return (
    <textarea
      className="bulk"
      aria-label={`${title} as text`}
      placeholder={'Name: value\n// Name: value of a row that is off'}
      spellCheck={false}
      value={isTyped ? typed : toText(rows)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(toRows(target.value));
      }}
    />
  );
};

/** Edits names and values in a table or as text. */
export const RowsEditor = (props: RowsEditorProps) => {
  const [isText, setIsText] = useState(false);
  const { title, heading, toText: _toText, toRows: _toRows, ...table } = props;
  return (
    <div className="rows-editor">
      <div className="rows-head">
        {heading !== undefined && <h3>{heading}</h3>}
        <Button
          variant="quiet"
          isSmall
          aria-label={isText ? `Edit in a table: ${title}` : `Edit as text: ${title}`}
          onClick={() => setIsText(!isText)}
        >
          {isText ? 'Edit in a table' : 'Edit as text'}
        </Button>
      </div>
      {isText ? <PairText {...props} /> : <PairTable {...table} />}
    </div>
  );
};
