import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Copy, Download } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';

import { Button, saveFile, Select } from '../../../kit/index.js';
import type { RequestId } from '../../../requests/saved-request.js';
import { formatCount } from '../../../shell/phrases.js';
import { useSay } from '../../../shell/page.js';
import { usePanelState } from '../../../shell/panel-state.js';
import { getFileName } from '../save-response.js';
import type { Cell, SortOrder } from './json-table.js';
import type { TableHead, TableQuery } from './table-messages.js';
import { type TableWorker, useTablePart, useTables } from './use-table.js';
import '../../../style/body-table.css';

/** The height of a row, in CSS pixels. */
const rowHeight = 28;

/** The horizontal padding and border of a cell, in CSS pixels. */
const cellPadding = 17;

/** The choices of a person in the tables of a request's responses. They also apply to the next response. */
interface TableChoice {
  readonly path: string | undefined;
  readonly filter: string;
  readonly sorting: SortOrder | undefined;
}

const firstChoice: TableChoice = { path: undefined, filter: '', sorting: undefined };

/** Returns the sorting after a click on a column: first ascending, then descending, then as received. */
const stepSorting = (sorting: SortOrder | undefined, column: string): SortOrder | undefined => {
  if (sorting?.column !== column) return { column, isDescending: false };
  return sorting.isDescending ? undefined : { column, isDescending: true };
};

interface HeadingProps {
  readonly column: TableHead['columns'][number];
  readonly sorting: SortOrder | undefined;
  readonly onSort: (column: string) => void;
}

const Heading = ({ column: { name, isNumeric }, sorting, onSort }: HeadingProps) => {
  const own = sorting?.column === name ? sorting : undefined;
  const Arrow = own?.isDescending === true ? ArrowDown : ArrowUp;
  const order = own?.isDescending === true ? 'descending' : 'ascending';
  return (
    <span role="columnheader" aria-sort={own ? order : 'none'} data-kind={isNumeric ? 'number' : 'text'}>
      <button type="button" title={`Sort by ${name}`} onClick={() => onSort(name)}>
        <span>{name}</span>
        {own && <Arrow className="k-icon" aria-hidden="true" />}
      </button>
    </span>
  );
};

interface RowProps {
  readonly cells: readonly Cell[] | undefined;
  readonly index: number;
  readonly start: number;
  readonly template: string;
}

/** Memoized, so that a row does not re-render while the table is scrolled. It is empty until its cells are loaded. */
const Row = memo(({ cells, index, start, template }: RowProps) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
  >
    {cells?.map(({ text, kind }, at) => (
      <span key={at} role="cell" data-kind={kind} title={text === '' ? undefined : text}>
        {text}
      </span>
    ))}
  </div>
));
Row.displayName = 'Row';

/** The visible rows of a table, and the number of rows that match the filter. */
const useRows = (head: TableHead, worker: TableWorker, query: TableQuery) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [total, setTotal] = useState(head.rowCount);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const visible = virtual.getVirtualItems();
  const part = useTablePart(worker, query, visible[0]?.index ?? 0);
  if (part !== undefined && part.total !== total) setTotal(part.total);
  return { scroller, total, visible, height: virtual.getTotalSize(), part };
};

interface RowsProps {
  readonly head: TableHead;
  readonly rows: ReturnType<typeof useRows>;
  readonly sorting: SortOrder | undefined;
  readonly onSort: (column: string) => void;
}

/** Shows the rows of a table below its headings. Only visible rows are loaded and rendered. */
const TableRows = ({ head: { columns, path }, rows, sorting, onSort }: RowsProps) => {
  const { scroller, total, visible, height, part } = rows;
  const template = useMemo(
    () => columns.map(({ width }) => `calc(${width}ch + ${cellPadding}px)`).join(' '),
    [columns],
  );
  return (
    <div ref={scroller} className="table-scroller" tabIndex={0} role="region" aria-label="Rows">
      <div role="table" aria-label={path} aria-rowcount={total + 1} className="json-table">
        <div role="rowgroup" className="table-head">
          <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="table-rows" style={{ height }}>
          {visible.map(({ index, start }) => (
            <Row
              key={index}
              index={index}
              start={start}
              template={template}
              cells={part?.rows[index - part.from]}
            />
          ))}
        </div>
      </div>
    </div>
  );
};

interface CsvProps {
  readonly worker: TableWorker;
  readonly query: TableQuery;
  readonly total: number;
  /** The name of the file to save. */
  readonly fileName: string;
}

/** Copies and saves the shown rows in their order, with all of their columns. */
const CsvButtons = ({ worker, query, total, fileName }: CsvProps) => {
  const say = useSay();
  const readCsv = (): Promise<Blob> => worker.ask<'csv'>({ kind: 'csv', query });
  const copy = async (): Promise<void> => {
    const text = await (await readCsv()).text();
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${formatCount(total, 'row')} as CSV`);
    } catch {
      say('The browser does not allow copying. Save the CSV to a file.');
    }
  };
  const save = async (): Promise<void> => saveFile(fileName, await readCsv());
  return (
    <>
      <Button icon={Copy} isSmall onClick={() => void copy()}>
        Copy CSV
      </Button>
      <Button icon={Download} isSmall onClick={() => void save()}>
        Save CSV
      </Button>
    </>
  );
};

interface ViewProps {
  readonly worker: TableWorker;
  readonly tables: readonly TableHead[];
  readonly choice: TableChoice;
  readonly onChoose: (choice: TableChoice) => void;
  readonly fileName: string;
}

const TableView = ({ worker, tables, choice, onChoose, fileName }: ViewProps) => {
  const { filter, sorting } = choice;
  const table = Math.max(
    0,
    tables.findIndex(({ path }) => path === choice.path),
  );
  const head = tables[table] as TableHead;
  const query = { table, filter, sorting };
  const rows = useRows(head, worker, query);
  const { total } = rows;
  const hidden = head.columnCount - head.columns.length;
  return (
    <>
      <div className="table-bar">
        {tables.length > 1 && (
          <Select
            label="Array"
            value={head.path}
            options={tables.map(({ path, rowCount }) => ({ value: path, title: `${path} (${rowCount})` }))}
            onChange={(path) => onChoose({ ...choice, path, sorting: undefined })}
          />
        )}
        <input
          type="search"
          aria-label="Filter the rows"
          placeholder="Filter the rows"
          value={filter}
          onChange={({ target }) => onChoose({ ...choice, filter: target.value })}
        />
        <span role="status" className="quiet">
          {total === head.rowCount
            ? formatCount(total, 'row')
            : `${total} of ${formatCount(head.rowCount, 'row')}`}
        </span>
        <CsvButtons worker={worker} query={query} total={total} fileName={fileName} />
      </div>
      <TableRows
        head={head}
        rows={rows}
        sorting={sorting}
        onSort={(column) => onChoose({ ...choice, sorting: stepSorting(sorting, column) })}
      />
      {hidden > 0 && (
        <p className="quiet" role="note">
          {formatCount(hidden, 'more column')}; CSV has all of them.
        </p>
      )}
    </>
  );
};

interface Props {
  readonly requestId: RequestId;
  readonly json: string;
  readonly url: string;
}

/** Shows the arrays of objects in a JSON body as tables, one at a time. */
export const BodyTable = ({ requestId, json, url }: Props) => {
  const opened = useTables(json);
  const [choice, choose] = usePanelState(`${requestId} table`, () => firstChoice);
  if (opened === undefined) return <p className="quiet">Reading the rows …</p>;
  const { worker, tables } = opened;
  if (tables.length === 0) return <p className="quiet">The body has no array of objects.</p>;
  const fileName = `${getFileName(url, {}, json).replace(/\.[a-z0-9]{1,5}$/i, '')}.csv`;
  return <TableView worker={worker} tables={tables} choice={choice} onChoose={choose} fileName={fileName} />;
};
