import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { joinClasses } from '../classes.js';
import { IconButton } from '../button.js';

interface RowTableProps {
  /** The label of the table, for a screen reader. */
  readonly label: string;
  /** The headings between the switch and the buttons. */
  readonly columns: readonly string[];
  /** Whether the headings are visible. Otherwise the empty row names the columns. */
  readonly isHeadVisible?: boolean;
  readonly className?: string;
  /** One {@link TableRow} per row. */
  readonly children: ReactNode;
}

/** The table for everything that is edited in rows: headers, parameters, variables, environments and the parts of a multipart body. */
export const RowTable = ({ label, columns, isHeadVisible = false, className, children }: RowTableProps) => (
  <table className={joinClasses('pairs', className)} aria-label={label}>
    <thead className={isHeadVisible ? undefined : 'spoken'}>
      <tr>
        <th scope="col">
          <span className="spoken">On</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="spoken">Remove</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

interface TableRowProps {
  /** The row's name in the labels of its controls, such as `Header 2`. */
  readonly where: string;
  readonly isOn: boolean;
  /** Whether this is the empty last row. It becomes a row of the list once a person types in it. */
  readonly isNew: boolean;
  readonly onToggle: (isOn: boolean) => void;
  /** Absent for a row that cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
  /** A button before the one that removes the row. */
  readonly action?: ReactNode;
  /** Shown below the row, over its whole width. */
  readonly below?: ReactNode;
  /** The cells between the switch and the buttons. */
  readonly children: readonly ReactNode[];
}

/** A row with a switch, cells and buttons. */
export const TableRow = ({
  where,
  isOn,
  isNew,
  onToggle,
  onRemove,
  action,
  below,
  children,
}: TableRowProps) => (
  <>
    <tr data-enabled={isOn}>
      <td className="narrow">
        {!isNew && (
          <input
            type="checkbox"
            aria-label={`${where} is on`}
            checked={isOn}
            onChange={({ target }) => onToggle(target.checked)}
          />
        )}
      </td>
      {children}
      <td className="narrow">
        <span className="row-buttons">
          {!isNew && action}
          {!isNew && onRemove && (
            <IconButton icon={X} look="small" label={`Remove ${where}`} tooltip="Remove" onClick={onRemove} />
          )}
        </span>
      </td>
    </tr>
    {below !== undefined && (
      <tr className="row-below">
        <td />
        <td colSpan={children.length + 1}>{below}</td>
      </tr>
    )}
  </>
);
