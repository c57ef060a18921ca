import type { Pair } from '@tandem/core';
import { type FocusEvent, useEffect, useRef, useState } from 'react';

import { type VariableChange, variableChange, withStored } from '../../model/variable-rows.js';
import { useTypedVariables } from '../../state/contexts.js';
import { PairTable } from '../../kit/index.js';

interface Props {
  readonly environmentId: string;
  readonly variables: readonly Pair[];
  readonly onChange: (change: VariableChange) => void;
  /** What is said beside a variable that a script set. */
  readonly noteOf: (name: string) => string | undefined;
}

/** Stores what was typed when the table or the page goes, and what was typed into the one before. */
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

/** Variables to edit; they are stored when the focus leaves the line, and kept until they are. */
export const VariableTable = ({ environmentId, variables, onChange, noteOf }: Props) => {
  const typed = useTypedVariables();
  const [rows, setRows] = useState(() => typed.rows(environmentId, variables));
  const [before, setBefore] = useState(variables);
  if (before !== variables) {
    setBefore(variables);
    setRows(withStored(rows, before, variables));
  }
  useEffect(() => {
    typed.put(environmentId, variables, rows);
  }, [typed, environmentId, variables, rows]);
  const store = (next: readonly Pair[]): void => {
    const change = variableChange(variables, next);
    if (change) onChange(change);
  };
  useStoredAtTheEnds(() => {
    store(rows);
  });
  const leave = ({ currentTarget, relatedTarget, target }: FocusEvent): void => {
    const row = target.closest('tr');
    const stays =
      relatedTarget instanceof Node && row?.contains(relatedTarget) && currentTarget.contains(relatedTarget);
    if (!stays) store(rows);
  };
  return (
    <div onBlur={leave}>
      <PairTable
        label="Variable"
        hasSwitch={false}
        noteOf={noteOf}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          if (next.length < rows.length) store(next);
        }}
      />
    </div>
  );
};
