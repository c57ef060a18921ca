import type { EnvironmentView } from '@tandem/core';
import { type FocusEvent, useState, useEffect, useMemo, useRef } from 'react';

import { Button, formatRowName, RowTable, TableRows, useRemoval } from '../kit/index.js';
import {
  blankRow,
  type EnvironmentRow,
  isBlank,
  isShortRow,
  parseEnvironmentRows,
  formatEnvironmentRows,
  restoreVariableTypes,
  areRowsStored,
  filterNamedRows,
  listEnvironmentRows,
  mergeStoredRows,
} from './environment-rows.js';
import { describeMark } from '../activity/script-marks.js';
import { useLive } from '../activity/use-activity.js';
import { type EnvironmentCalls, useEnvironmentUses } from './use-environment-calls.js';
import { useSecretHosts } from './use-secrets.js';
import { Row } from './environment-row.js';
import { usePage } from '../shell/page.js';

interface RowEdits {
  readonly rows: readonly EnvironmentRow[];
  /** The stored rows with which `rows` were last merged. */
  readonly before: readonly EnvironmentRow[];
}

/** Runs `store` when the table or the page closes, and once when the table opens, because earlier edits may still be unsaved. */
const useStoreOnOpenAndClose = (store: () => void): void => {
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const storeNow = (): void => {
      latest.current();
    };
    storeNow();
    window.addEventListener('pagehide', storeNow);
    return () => {
      window.removeEventListener('pagehide', storeNow);
      storeNow();
    };
  }, []);
};

/** The rows of an environment while it is edited, merged with the stored ones. */
const useEnvironmentRows = (environment: EnvironmentView, edit: EnvironmentCalls['edit']) => {
  const { id } = environment;
  const typed = usePage().typedVariables;
  const stored = useMemo(() => listEnvironmentRows(environment), [environment]);
  const [edited, setEdited] = useState<RowEdits>(() => ({ rows: typed.rows(id, stored), before: stored }));
  const latest = useRef({ environment, edited });
  const set = (next: RowEdits): void => {
    latest.current = { ...latest.current, edited: next };
    typed.put(id, next.before, next.rows);
    setEdited(next);
  };
  useEffect(() => {
    // Wait for the response of the running call. If the list already had the new values, a row that was changed
    // meanwhile would appear twice.
    if (isStoring.current) return;
    // The response to a call may be newer than the list.
    if (environment.revision < latest.current.environment.revision) return;
    latest.current = { ...latest.current, environment };
    const { rows, before } = latest.current.edited;
    if (before === stored) return;
    set({ rows: mergeStoredRows(rows, before, stored), before: stored });
    if (!isRefused.current) return;
    isRefused.current = false;
    void store();
  });
  const isStoring = useRef(false);
  /** Whether the last call failed because someone else had changed the environment. */
  const isRefused = useRef(false);
  const store = async (): Promise<void> => {
    const { environment: present, edited: wanted } = latest.current;
    if (isStoring.current || areRowsStored(wanted.rows, listEnvironmentRows(present))) return;
    isStoring.current = true;
    const next = await edit(id, present.revision, wanted.rows);
    isStoring.current = false;
    if (next === undefined) return;
    if (next === false) {
      // Merge the stored values with the rows, and store the result.
      isRefused.current = true;
      set({ ...latest.current.edited });
      return;
    }
    const fresh = listEnvironmentRows(next);
    const rows = mergeStoredRows(latest.current.edited.rows, filterNamedRows(wanted.rows), fresh);
    latest.current = { ...latest.current, environment: next };
    set({ rows, before: fresh });
    // Store the rows that were edited during the call.
    await store();
  };
  useStoreOnOpenAndClose(() => void store());
  return {
    rows: edited.rows,
    setRows: (rows: readonly EnvironmentRow[]) => {
      set({ rows, before: latest.current.edited.before });
    },
    store: () => void store(),
  };
};

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

/** Describes a removed row. The page cannot restore a stored secret, because it does not have the value. */
const describeRemovedRow = ({ name, secret, hasValue, value }: EnvironmentRow, index: number): string => {
  const what = formatRowName(name, `variable ${index + 1}`);
  return secret && hasValue && value === ''
    ? `Removed the secret ${what}; Undo brings it back without its value`
    : `Removed ${what}`;
};

/** Edits the variables as text. Secrets are not part of the text and stay unchanged. */
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
        One <code>name=value</code> per line; <code>#</code> disables a line. Secrets are not listed here and
        stay unchanged.
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

interface RowActions {
  readonly put: (index: number, change: Partial<EnvironmentRow>) => void;
  readonly remove: (index: number) => void;
}

/** Returns functions that stay the same and call those of the last render, so that rows do not re-render because of them. */
const useLatestActions = (actions: RowActions): RowActions => {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      put: (index, change) => latest.current.put(index, change),
      remove: (index) => latest.current.remove(index),
    }),
    [],
  );
};

/** Whether a row is a secret without a value. It is always rendered, because the problem of a response leads to its field. */
const isUnsetSecret = (row: EnvironmentRow | undefined): boolean =>
  row !== undefined && row.secret && !row.hasValue;

const Table = ({ environment, rows, setRows, store }: TableProps) => {
  const marks = useLive((live) => live.marks);
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
  const latest = useLatestActions({
    put,
    remove: (index) => remove(index, describeRemovedRow(rows[index] ?? blankRow, index)),
  });
  return (
    <div onBlur={leave}>
      <RowTable
        label={`Variables of ${environment.name}`}
        columns={['Name', 'Value', 'Type', 'Secret', 'Used by']}
        isHeadVisible
        className="environment-rows"
        rowCount={shown.length}
      >
        <TableRows count={shown.length} isKept={(index) => isUnsetSecret(shown[index])}>
          {(index) => {
            const row = shown[index] ?? blankRow;
            return (
              <Row
                index={index}
                row={row}
                where={`Variable ${index + 1}`}
                isNew={index >= rows.length}
                note={row.name === '' ? undefined : describeMark(marks, environment.id, row.name)}
                isShort={isShortRow(row, short)}
                uses={uses.get(row.name)}
                onChange={latest.put}
                onRemove={latest.remove}
              />
            );
          }}
        </TableRows>
      </RowTable>
    </div>
  );
};

/** Variables and secrets of an environment in a table, or the variables as text. Edits are stored when the focus leaves a row. */
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
