import { useVirtualizer } from '@tanstack/react-virtual';
import { X } from 'lucide-react';
import { Fragment, type ReactNode, useDeferredValue, useRef } from 'react';

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
  /** The number of rows, if not all are rendered. */
  readonly rowCount?: number;
  /** One {@link TableRow} per row. */
  readonly children: ReactNode;
}

/** Maximum number of rows that are all rendered. */
const maxRenderedRows = 100;

/** The height of a row with its border, in CSS pixels. */
const rowHeight = 29;

/** Finds the element that scrolls the content around an element. */
export const findScroller = (element: Element): Element | null => {
  const parent = element.parentElement;
  if (parent === null || /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return findScroller(parent);
};

interface TableRowsProps {
  readonly count: number;
  /** Whether the row at an index is rendered even if it is far from the visible part of the page. */
  readonly isKept: (index: number) => boolean;
  /** Renders the row at an index: one {@link TableRow} with this `index`. */
  readonly children: (index: number) => ReactNode;
}

/** Renders the rows near the visible part of the page, the row with the focus and the kept rows, with gaps in place of the others. */
const LongTableRows = ({ count, isKept, children: renderRow }: TableRowsProps) => {
  const top = useRef<HTMLTableRowElement>(null);
  const scroller = useRef<Element>(null);
  const listAlwaysRendered = (): readonly number[] => {
    const row = document.activeElement?.closest('tr[aria-rowindex]');
    const isOwn = row?.parentElement === top.current?.parentElement;
    return [
      ...(row && isOwn ? [Number(row.getAttribute('aria-rowindex')) - 2] : []),
      ...Array.from({ length: count }, (_, index) => index).filter(isKept),
    ];
  };
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => {
      if (top.current !== null) scroller.current ??= findScroller(top.current);
      return scroller.current;
    },
    estimateSize: () => rowHeight,
    // The rows begin somewhat below the top of the scrolled content.
    overscan: 14,
    initialRect: { width: 0, height: window.innerHeight },
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const [from, to] = [Math.max(startIndex - overscan, 0), Math.min(endIndex + overscan, count - 1)];
      const near = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      const all = new Set([...near, ...listAlwaysRendered().filter((index) => index < count)]);
      return [...all].sort((a, b) => a - b);
    },
  });
  const rows = virtual.getVirtualItems();
  const end = (rows.at(-1)?.index ?? -1) + 1;
  const renderGap = (rowCount: number) => (
    <tr aria-hidden="true" style={{ height: rowCount * rowHeight }}>
      <td colSpan={99} />
    </tr>
  );
  return (
    <>
      <tr ref={top} hidden />
      {rows.map(({ index }, at) => {
        const next = (rows[at - 1]?.index ?? -1) + 1;
        return (
          <Fragment key={index}>
            {index > next && renderGap(index - next)}
            {renderRow(index)}
          </Fragment>
        );
      })}
      {end < count && renderGap(count - end)}
    </>
  );
};

/**
 * The rows of a {@link RowTable}. Of a long table, only the rows near the visible part of the page are rendered. New rows are rendered in
 * slices, because those of a table that is just shown would be one long task.
 */
export const TableRows = (props: TableRowsProps) => {
  const count = Math.min(useDeferredValue(props.count, 0), props.count);
  return count > maxRenderedRows ? (
    <LongTableRows {...props} count={count} />
  ) : (
    Array.from({ length: count }, (_, index) => <Fragment key={index}>{props.children(index)}</Fragment>)
  );
};

/** The table for everything that is edited in rows: headers, parameters, variables, environments and the parts of a multipart body. */
export const RowTable = ({
  label,
  columns,
  isHeadVisible = false,
  className,
  rowCount,
  children,
}: RowTableProps) => (
  <table
    className={joinClasses('pairs', className)}
    aria-label={label}
    aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
  >
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
  /** The row's index in {@link TableRows}. */
  readonly index?: number;
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
  index,
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
    <tr data-enabled={isOn} aria-rowindex={index === undefined ? undefined : index + 2}>
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
