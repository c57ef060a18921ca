import '../../style/sending.css';

import type { DataRows, RunRow } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { Button, Dialog, Table } from '../../kit/index.js';
import { cellText, fieldsOfRows, readDataRows } from '../../model/data-rows.js';
import { outcomeOf } from '../../model/outcome.js';
import { problemWords } from '../../model/problem-words.js';
import type { RequestId } from '../../model/saved-request.js';
import { duration, statusTone } from '../../model/show-body.js';
import { type RowOutcome, useDataRun } from '../../state/use-data-run.js';
import { Result } from '../response/result.js';

/** How many rows and fields are shown before they are sent. */
const mostShown = { rows: 5, fields: 6 } as const;

const FirstRows = ({ rows }: { readonly rows: readonly RunRow[] }) => {
  const fields = fieldsOfRows(rows);
  const shown = fields.slice(0, mostShown.fields);
  const first = rows.slice(0, mostShown.rows).map((row, index) => ({ row, index }));
  const hidden = fields.length - shown.length;
  return (
    <>
      <p className="quiet" role="status">
        {rows.length === 1 ? '1 row' : `${rows.length} rows`} with the fields {fields.join(', ')}
        {hidden > 0 && `, of which the first ${shown.length} are shown`}
      </p>
      <div className="data-rows" tabIndex={0} role="group" aria-label="First rows">
        <Table
          label="First rows"
          columns={shown.map((field) => ({
            key: field,
            title: field,
            cell: ({ row }: { readonly row: RunRow }) => cellText(ownValue(row, field)),
          }))}
          rows={first}
          keyOf={({ index }) => String(index)}
        />
      </div>
    </>
  );
};

/** Rows as text, pasted or from a file. */
const Rows = ({
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
    await picked?.text().then(onText, (cause: unknown) => setProblem(problemWords(cause)));
  };
  const wrong = problem ?? (read && 'problem' in read ? read.problem : undefined);
  return (
    <>
      <textarea
        className="data-text"
        aria-label="Rows"
        spellCheck={false}
        placeholder={'id,name\n1,Ada\n2,Grace'}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div className="row">
        <Button onClick={() => file.current?.click()}>Choose a file</Button>
        <span className="quiet">CSV with a header, a JSON array, or JSON lines</span>
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
    </>
  );
};

const Status = ({ end }: Pick<RowOutcome, 'end'>) => {
  if ('problem' in end) return <span className="bad">Not sent</span>;
  const { response, error } = end.result;
  if (response === null) return <span className="bad">{error?.code ?? 'No response'}</span>;
  return <span className={statusTone(response.status)}>{response.status}</span>;
};

const Sentence = ({ end }: Pick<RowOutcome, 'end'>) => {
  if ('problem' in end) return <span className="bad">{end.problem}</span>;
  const { tone, sentence } = outcomeOf(end.result);
  return <span className={tone}>{sentence}</span>;
};

const Outcomes = ({
  outcomes,
  onOpen,
}: {
  readonly outcomes: readonly RowOutcome[];
  readonly onOpen: (one: RowOutcome) => void;
}) => (
  <div className="data-outcomes">
    <Table
      label="Outcomes"
      columns={[
        { key: 'number', title: 'Row', align: 'end', isNarrow: true, cell: ({ number }) => number },
        {
          key: 'row',
          title: 'Values',
          cell: ({ row }) => <code>{Object.values(row).map(cellText).join(', ')}</code>,
        },
        { key: 'status', title: 'Status', isNarrow: true, cell: ({ end }) => <Status end={end} /> },
        {
          key: 'time',
          title: 'Time',
          align: 'end',
          isNarrow: true,
          cell: ({ end }) =>
            'result' in end && end.result.response ? duration(end.result.response.time) : '',
        },
        { key: 'tests', title: 'Tests', cell: ({ end }) => <Sentence end={end} /> },
        {
          key: 'open',
          title: '',
          isNarrow: true,
          cell: (one) =>
            'result' in one.end && (
              <Button
                isSmall
                variant="quiet"
                aria-label={`Open row ${one.number}`}
                onClick={() => onOpen(one)}
              >
                Open
              </Button>
            ),
        },
      ]}
      rows={outcomes}
      keyOf={({ number }) => String(number)}
    />
  </div>
);

const summaryOf = (outcomes: readonly RowOutcome[], total: number, isRunning: boolean): string => {
  const tones = outcomes.map(({ end }) => ('problem' in end ? 'bad' : outcomeOf(end.result).tone));
  const bad = tones.filter((tone) => tone === 'bad' || tone === 'stopped').length;
  const done = `${outcomes.length} of ${total} sent`;
  return `${isRunning ? 'Sending: ' : outcomes.length < total ? 'Stopped: ' : ''}${done}, ${bad} failed`;
};

/** The rows of a text, or why it has none; nothing of an empty one. */
const useRows = (text: string) => {
  const isEmpty = text.trim() === '';
  const { data } = useQuery({
    queryKey: ['data rows', text],
    queryFn: () => readDataRows(text),
    enabled: !isEmpty,
    gcTime: 0,
    staleTime: Infinity,
  });
  const read = isEmpty ? undefined : data;
  return { read, rows: read && 'rows' in read ? read.rows : undefined };
};

/** Sends a request once for each row of data, with its fields as variables. */
export const DataDialog = ({ id, onClose }: { readonly id: RequestId; readonly onClose: () => void }) => {
  const [text, setText] = useState('');
  const { outcomes, total, isRunning, start, stop } = useDataRun(id);
  const [isEditing, setIsEditing] = useState(true);
  const [opened, open] = useState<RowOutcome>();
  const { read, rows } = useRows(text);
  const result = opened && 'result' in opened.end ? opened.end : undefined;
  const run = (): void => {
    if (rows === undefined) return;
    setIsEditing(false);
    start(rows);
  };
  const button = isEditing ? (
    <Button variant="primary" disabled={rows === undefined} onClick={run}>
      Run
    </Button>
  ) : isRunning ? (
    <Button variant="primary" onClick={stop}>
      Stop
    </Button>
  ) : (
    <>
      <Button onClick={() => setIsEditing(true)}>Change rows</Button>
      <Button variant="primary" onClick={run}>
        Run again
      </Button>
    </>
  );
  return (
    <Dialog
      title="Run with data"
      description="Sends the request once for each row, one after another. The fields of a row are variables of its call."
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {result ? <Button onClick={() => open(undefined)}>Back to the outcomes</Button> : button}
        </>
      }
    >
      <div className="stack">
        {isEditing && <Rows text={text} read={read} onText={setText} />}
        {!isEditing && !result && total !== undefined && (
          <>
            <p role="status">{summaryOf(outcomes, total, isRunning)}</p>
            <progress value={outcomes.length} max={total} aria-label="Rows sent" />
            <Outcomes outcomes={outcomes} onOpen={open} />
          </>
        )}
        {result && (
          <section className="result data-result" aria-label={`Result of row ${opened?.number ?? ''}`}>
            <Result id={id} run={{ kind: 'done', result: result.result, steps: [], at: result.at }} />
          </section>
        )}
      </div>
    </Dialog>
  );
};
