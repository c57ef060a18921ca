import type { ExecutionId, ExecutionSummary } from '@tandem/core';

/** The selected executions in the order of selection: one to look at, or two to compare. The last one has the focus. */
export type SelectedExecutions = readonly ExecutionId[];

/** Whether a click or key selects only an execution, selects a second one beside the first, or adds and removes one. */
export type SelectionMode = 'only' | 'extend' | 'toggle';

/** Selects a second execution beside the first one, or only that one if it is the first. */
const extendSelection = ([anchor]: SelectedExecutions, id: ExecutionId): SelectedExecutions =>
  anchor === undefined || anchor === id ? [id] : [anchor, id];

/** Adds an execution to the selection, or removes it. Of two, the one with the focus stays beside a third; the last one is not removed. */
const toggleSelection = (selected: SelectedExecutions, id: ExecutionId): SelectedExecutions => {
  const others = selected.filter((one) => one !== id);
  const other = others.at(-1);
  if (other === undefined) return [id];
  return others.length < selected.length ? [other] : [other, id];
};

/** The selection after a click or key on an execution. */
export const changeSelection = (
  selected: SelectedExecutions,
  id: ExecutionId,
  mode: SelectionMode,
): SelectedExecutions => {
  if (mode === 'only') return [id];
  return mode === 'extend' ? extendSelection(selected, id) : toggleSelection(selected, id);
};

/** The selected executions that are in the list, the one with the focus last; the first of the list if none is. */
export const findSelected = (
  executions: readonly ExecutionSummary[],
  selected: SelectedExecutions,
): readonly ExecutionSummary[] => {
  const found = selected.flatMap((id) => executions.find((one) => one.id === id) ?? []);
  return found.length > 0 ? found : executions.slice(0, 1);
};
