import type { ReactNode } from 'react';

import { joinClasses } from './classes.js';
import { ContextMenu } from './overlays/menu.js';

export interface Column<R> {
  readonly key: string;
  /** Empty for a column that needs no heading, such as a column of buttons. */
  readonly title: string;
  readonly cell: (row: R) => ReactNode;
  /** The alignment of the cells; `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** Takes no more room than its content. */
  readonly isNarrow?: boolean;
}

export interface TableProps<R> {
  /** The accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly isChosen?: (row: R) => boolean;
  /** Called for a click on a row. For keyboard users, add a control to a cell that does the same. */
  readonly onRow?: (row: R) => void;
  /** The entries of a row's context menu. */
  readonly menuOf?: (row: R) => ReactNode;
  readonly className?: string;
}

const Row = <R,>({
  row,
  columns,
  isChosen,
  onRow,
  menuOf,
}: Pick<TableProps<R>, 'columns' | 'isChosen' | 'onRow' | 'menuOf'> & { readonly row: R }) => {
  const line = (
    <tr
      data-chosen={isChosen?.(row) === true || undefined}
      onClick={() => {
        onRow?.(row);
      }}
    >
      {columns.map(({ key, cell, align = 'start', isNarrow = false }) => (
        <td key={key} data-align={align} data-narrow={isNarrow}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
  return menuOf ? <ContextMenu target={line}>{menuOf(row)}</ContextMenu> : line;
};

/** A table with rows of 28 px under headings. */
export const Table = <R,>({ label, rows, keyOf, className, ...of }: TableProps<R>) => (
  <table className={joinClasses('k-table', className)} aria-label={label} data-acts={of.onRow !== undefined}>
    <thead>
      <tr>
        {of.columns.map(({ key, title, align = 'start', isNarrow = false }) => {
          const look = { 'data-align': align, 'data-narrow': isNarrow };
          return title === '' ? (
            <td key={key} {...look} />
          ) : (
            <th key={key} scope="col" {...look}>
              {title}
            </th>
          );
        })}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} {...of} />
      ))}
    </tbody>
  </table>
);
