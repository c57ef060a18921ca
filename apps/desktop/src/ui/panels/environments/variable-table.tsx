import type { Pair, UpdateEnvironment } from '@tandem/core';
import { type FocusEvent, useState } from 'react';

import { PairTable } from '../editor/pair-table.js';

type Change = Pick<UpdateEnvironment, 'variables' | 'removeVariables'>;

/** What makes `stored` into `rows`, by names; rows without a name are not stored yet. */
export const variableChange = (stored: readonly Pair[], rows: readonly Pair[]): Change | undefined => {
  const named = rows.filter(({ name }) => name.trim() !== '');
  const before = new Map(stored.map(({ name, value }) => [name, value]));
  const set = named.filter(({ name, value }) => before.get(name) !== value);
  const names = new Set(named.map(({ name }) => name));
  const gone = stored.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (set.length === 0 && gone.length === 0) return undefined;
  return {
    ...(set.length > 0 ? { variables: Object.fromEntries(set.map(({ name, value }) => [name, value])) } : {}),
    ...(gone.length > 0 ? { removeVariables: gone } : {}),
  };
};

/** What is typed, over what is stored now: a row that was not touched follows, one that was stays. */
export const withStored = (
  rows: readonly Pair[],
  before: readonly Pair[],
  stored: readonly Pair[],
): readonly Pair[] => {
  const isSame = (a: Pair, b: Pair): boolean => a.name === b.name && a.value === b.value;
  const kept = rows.flatMap((row) => {
    const now = stored.find(({ name }) => name === row.name);
    if (!before.some((one) => isSame(one, row))) return [row];
    return now === undefined ? [] : [now];
  });
  const names = new Set([...kept, ...before].map(({ name }) => name));
  return [...kept, ...stored.filter(({ name }) => !names.has(name))];
};

interface Props {
  readonly variables: readonly Pair[];
  readonly onChange: (change: Change) => void;
  /** What is said beside a variable that a script set. */
  readonly noteOf: (name: string) => string | undefined;
}

/** Variables to edit; they are stored when the focus leaves the line. */
export const VariableTable = ({ variables, onChange, noteOf }: Props) => {
  const [rows, setRows] = useState(variables);
  const [before, setBefore] = useState(variables);
  if (before !== variables) {
    setBefore(variables);
    setRows(withStored(rows, before, variables));
  }
  const store = (next: readonly Pair[]): void => {
    const change = variableChange(variables, next);
    if (change) onChange(change);
  };
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
