import { type DataRows, type FileText, decodeFileText, type RunRow } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, Table } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { formatCell, listRowFields, readDataRows } from './run-target.js';
import { describeProblem } from '../link/problem-words.js';

/** Maximum number of rows and fields in the preview. */
const previewLimits = { rows: 5, fields: 6 } as const;

const FirstRows = ({ rows }: { readonly rows: readonly RunRow[] }) => {
  const fields = listRowFields(rows);
  const shown = fields.slice(0, previewLimits.fields);
  const first = rows.slice(0, previewLimits.rows).map((row, index) => ({ row, index }));
  const hidden = fields.length - shown.length;
  return (
    <>
      <p className="quiet" role="status">
        {formatCount(rows.length, 'row')} with the fields {fields.join(', ')}
        {hidden > 0 && `, of which the first ${shown.length} are shown`}
      </p>
      <div className="data-rows" tabIndex={0} role="group" aria-label="First rows">
        <Table
          label="First rows"
          columns={shown.map((field) => ({
            key: field,
            title: field,
            cell: ({ row }: { readonly row: RunRow }) => formatCell(getOwnValue(row, field)),
          }))}
          rows={first}
          keyOf={({ index }) => String(index)}
        />
      </div>
    </>
  );
};

const readText = async (picked: File): Promise<FileText> => {
  try {
    const read = decodeFileText(new Uint8Array(await picked.arrayBuffer()));
    return 'text' in read ? read : { problem: `${picked.name} cannot be read: ${read.problem}.` };
  } catch (cause) {
    return { problem: describeProblem(cause) };
  }
};

/** Parses the rows in a text. Returns the reason if it has no valid rows; undefined if the text is empty. */
export const useRows = (text: string) => {
  const isEmpty = text.trim() === '';
  const { data } = useQuery({
    queryKey: [...queryKeys.dataRows, text],
    queryFn: () => readDataRows(text),
    enabled: !isEmpty,
    gcTime: 0,
    staleTime: Infinity,
  });
  const read = isEmpty ? undefined : data;
  return {
    read,
    rows: read && 'rows' in read ? read.rows : undefined,
    /** Whether the text has not been parsed into rows yet, or cannot be parsed. */
    isUnusable: !isEmpty && !(read && 'rows' in read),
  };
};

/** Edits rows as text, which is pasted or loaded from a file. */
export const RunRows = ({
  text,
  read,
  onText,
}: {
  readonly text: string;
  readonly read: DataRows | undefined;
  readonly onText: (text: string) => void;
}) => {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const pick = async (picked: File | undefined): Promise<void> => {
    setProblem(undefined);
    if (picked === undefined) return;
    const read = await readText(picked);
    if ('text' in read) onText(read.text);
    else setProblem(read.problem);
  };
  const wrong = problem ?? (read && 'problem' in read ? read.problem : undefined);
  return (
    <fieldset className="run-part">
      <legend>Data</legend>
      <textarea
        className="data-text"
        aria-label="Rows"
        spellCheck={false}
        placeholder={'id,name\n1,Ada\n2,Grace'}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div className="row">
        <Button isSmall onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <span className="quiet">
          CSV with a header, a JSON array, or JSON lines; each row is an iteration
        </span>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File with rows"
          accept=".csv,.json,.jsonl,.ndjson,.txt,.tsv"
          onChange={({ target }) => {
            void pick(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {wrong !== undefined && (
        <p className="bad" role="alert">
          {wrong}
        </p>
      )}
      {read && 'rows' in read && <FirstRows rows={read.rows} />}
    </fieldset>
  );
};
