import type { EnvironmentView } from '@tandem/core';
import { type FocusEvent, useState } from 'react';

import { Button, formatRowName, useRemoval } from '../kit/index.js';
import {
  blankRow,
  type EnvironmentRow,
  isBlank,
  isShortRow,
  parseEnvironmentRows,
  formatEnvironmentRows,
  restoreVariableTypes,
} from './environment-rows.js';
import { describeMark } from '../activity/script-marks.js';
import { useLive } from '../activity/live.js';
import { type EnvironmentCalls, useEnvironmentUses } from './use-environment-calls.js';
import { useEnvironmentRows } from './use-environment-rows.js';
import { useSecretHosts } from './use-secrets.js';
import { Row } from './environment-row.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly edit: EnvironmentCalls['edit'];
  readonly isText: boolean;
  readonly onTextDone: () => void;
}

interface TableProps extends Omit<Props, 'edit' | 'isText' | 'onTextDone'> {
  readonly rows: readonly EnvironmentRow[];
  readonly setRows: (rows: readonly EnvironmentRow[]) => void;
  readonly store: () => void;
}

/** The message about a removed row. The page does not have the value of a stored secret, so it cannot be restored. */
const describeRemovedRow = ({ name, secret, hasValue, value }: EnvironmentRow, index: number): string => {
  const what = formatRowName(name, `variable ${index + 1}`);
  return secret && hasValue && value === ''
    ? `Removed the secret ${what}; Undo brings it back without its value`
    : `Removed ${what}`;
};

/** The variables as text; secrets are not included and stay. */
const Text = ({
  rows,
  onDone,
}: {
  readonly rows: readonly EnvironmentRow[];
  readonly onDone: (rows: readonly EnvironmentRow[] | undefined) => void;
}) => {
  const [text, setText] = useState(() => formatEnvironmentRows(rows));
  return (
    <div className="stack">
      <p className="quiet">
        One <code>name=value</code> a line; <code>#</code> switches a line off. Secrets are not listed here
        and stay as they are.
      </p>
      <textarea
        className="code bulk"
        aria-label="Variables as text"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <Button
          variant="primary"
          onClick={() =>
            onDone([
              ...restoreVariableTypes(parseEnvironmentRows(text), rows),
              ...rows.filter(({ secret }) => secret),
            ])
          }
        >
          Apply
        </Button>
        <Button onClick={() => onDone(undefined)}>Cancel</Button>
      </div>
    </div>
  );
};

const Table = ({ environment, rows, setRows, store }: TableProps) => {
  const { marks } = useLive();
  const uses = useEnvironmentUses(environment);
  const { secrets } = useSecretHosts();
  const short = secrets.flatMap(({ environmentId, name, isShort }) =>
    isShort && environmentId === environment.id ? [name] : [],
  );
  const remove = useRemoval(rows, (next) => {
    setRows(next);
    store();
  });
  const last = rows.at(-1);
  const shown = last && isBlank(last) ? rows : [...rows, blankRow];
  const leave = ({ currentTarget, relatedTarget, target }: FocusEvent): void => {
    const row = target.closest('tr');
    const stays =
      relatedTarget instanceof Node && row?.contains(relatedTarget) && currentTarget.contains(relatedTarget);
    if (!stays) store();
  };
  const put = (index: number, change: Partial<EnvironmentRow>): void => {
    const next = { ...(rows[index] ?? blankRow), ...change };
    setRows(index < rows.length ? rows.map((one, at) => (at === index ? next : one)) : [...rows, next]);
  };
  return (
    <table className="pairs environment-rows" aria-label={`Variables of ${environment.name}`} onBlur={leave}>
      <thead>
        <tr>
          <th scope="col">
            <span className="spoken">On</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">
            <span className="spoken">Secret</span>
          </th>
          <th scope="col">Used by</th>
          <th scope="col">
            <span className="spoken">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <Row
            key={index}
            row={row}
            where={`Variable ${index + 1}`}
            isNew={index >= rows.length}
            note={row.name === '' ? undefined : describeMark(marks, environment.id, row.name)}
            isShort={isShortRow(row, short)}
            uses={uses.get(row.name)}
            onChange={(change) => put(index, change)}
            onRemove={() => remove(index, describeRemovedRow(row, index))}
          />
        ))}
      </tbody>
    </table>
  );
};

/**
 * Variables and secrets of an environment in one table, or the variables as text; stored when the focus leaves a row.
 */
export const EnvironmentTable = ({ environment, edit, isText, onTextDone }: Props) => {
  const { rows, setRows, store } = useEnvironmentRows(environment, edit);
  if (!isText) return <Table environment={environment} rows={rows} setRows={setRows} store={store} />;
  return (
    <Text
      rows={rows}
      onDone={(next) => {
        if (next) {
          setRows(next);
          store();
        }
        onTextDone();
      }}
    />
  );
};
