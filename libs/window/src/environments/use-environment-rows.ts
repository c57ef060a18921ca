import type { EnvironmentView } from '@tandem/core';
import { useEffect, useMemo, useRef, useState } from 'react';

import {
  areRowsStored,
  type EnvironmentRow,
  filterNamedRows,
  listEnvironmentRows,
  mergeStoredRows,
} from './environment-rows.js';
import { usePage } from '../shell/page.js';
import type { EnvironmentCalls } from './use-environment-calls.js';

interface RowEdits {
  readonly rows: readonly EnvironmentRow[];
  /** What was stored when the unchanged ones of `rows` were read. */
  readonly before: readonly EnvironmentRow[];
}

/** Runs `store` when the table or the page closes, and once when it opens: earlier rows may not be stored. */
const useStoredAtTheEnds = (store: () => void): void => {
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

/** The rows of an environment while edited, over the stored ones; `store` merges both. */
export const useEnvironmentRows = (environment: EnvironmentView, edit: EnvironmentCalls['edit']) => {
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
    // The list may contain the new values before the response does, and would show a row that was changed meanwhile
    // twice.
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
      // The stored values are merged with the rows, then stored.
      isRefused.current = true;
      set({ ...latest.current.edited });
      return;
    }
    const fresh = listEnvironmentRows(next);
    const rows = mergeStoredRows(latest.current.edited.rows, filterNamedRows(wanted.rows), fresh);
    latest.current = { ...latest.current, environment: next };
    set({ rows, before: fresh });
    // Rows typed meanwhile.
    await store();
  };
  useStoredAtTheEnds(() => void store());
  return {
    rows: edited.rows,
    setRows: (rows: readonly EnvironmentRow[]) => {
      set({ rows, before: latest.current.edited.before });
    },
    store: () => void store(),
  };
};
