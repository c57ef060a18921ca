import { createContext, use, useEffect, useRef } from 'react';

/** Offers to undo a removal, such as in a message. What it returns withdraws the offer. */
export type OfferUndo = (words: string, undo: () => void) => () => void;

/** How a removal is told. Without a provider nothing is offered. */
export const OfferUndoContext = createContext<OfferUndo>(() => () => undefined);

/** A list with one more row at a position, or at the end where the list has become shorter. */
const insertRow = <Row>(rows: readonly Row[], index: number, row: Row): readonly Row[] => [
  ...rows.slice(0, index),
  row,
  ...rows.slice(index),
];

/** What a message calls a row: its name in quotes, or `unnamed` if it has none. */
export const formatRowName = (name: string, unnamed: string): string => (name === '' ? unnamed : `“${name}”`);

/** Removes a row and offers to put it back into what the list is by then, as long as the list is shown. */
export const useRemoval = <Row>(rows: readonly Row[], onChange: (rows: readonly Row[]) => void) => {
  const offer = use(OfferUndoContext);
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };
  const withdraw = useRef<() => void>(undefined);
  useEffect(() => () => withdraw.current?.(), []);
  return (index: number, words: string): void => {
    const row = rows[index];
    if (row === undefined) return;
    onChange(rows.filter((_, at) => at !== index));
    withdraw.current = offer(words, () => {
      latest.current.onChange(insertRow(latest.current.rows, index, row));
    });
  };
};
