import type { Pair } from '@tandem/core';
import { type ComponentProps, useState } from 'react';

import { Button } from '../button.js';
import { PairTable } from './pair-table.js';

interface Props extends ComponentProps<typeof PairTable> {
  /** What the rows are together, such as `Headers`. */
  readonly title: string;
  /** Shown above the rows, where others are beside them. */
  readonly heading?: string;
  readonly toText: (rows: readonly Pair[]) => string;
  readonly toRows: (text: string) => readonly Pair[];
}

const AsText = ({ title, rows, onChange, toText, toRows }: Props) => {
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

/** Names and values that are edited in a table or as text. */
export const RowsEditor = (props: Props) => {
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
      {isText ? <AsText {...props} /> : <PairTable {...table} />}
    </div>
  );
};
