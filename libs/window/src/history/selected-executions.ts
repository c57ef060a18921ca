import type { ExecutionId, ExecutionSummary } from '@tandem/core';

/**
 * The ids of one selected execution, or of two to compare, in the order in which they were selected. The last one has
 * the focus.
 */
export type SelectedExecutions = readonly ExecutionId[];

/** A click or key selects only this execution (`only`), selects it as the second one (`extend`), or adds or removes it (`toggle`). */
export type SelectionMode = 'only' | 'extend' | 'toggle';

/** Selects an execution beside the first selected one. If it is the first one, only that one stays selected. */
const extendSelection = ([anchor]: SelectedExecutions, id: ExecutionId): SelectedExecutions =>
  anchor === undefined || anchor === id ? [id] : [anchor, id];

/**
 * Adds an execution to the selection or removes it. If two are selected, the new one replaces the one without the focus. The last one is
 * not removed.
 */
const toggleSelection = (selected: SelectedExecutions, id: ExecutionId): SelectedExecutions => {
  const others = selected.filter((one) => one !== id);
  const other = others.at(-1);
  if (other === undefined) return [id];
  return others.length < selected.length ? [other] : [other, id];
};

/** Changes the selection after a click or key on an execution. */
export const changeSelection = (
  selected: SelectedExecutions,
  id: ExecutionId,
  mode: SelectionMode,
): SelectedExecutions => {
  if (mode === 'only') return [id];
  return mode === 'extend' ? extendSelection(selected, id) : toggleSelection(selected, id);
};

/**
 * Returns the selected executions that the list contains, with the focused one last; or the first one of the list
 * if it contains none of them.
 */
export const findSelectedExecutions = (
  executions: readonly ExecutionSummary[],
  selected: SelectedExecutions,
): readonly ExecutionSummary[] => {
  const found = selected.flatMap((id) => executions.find((one) => one.id === id) ?? []);
  return found.length > 0 ? found : executions.slice(0, 1);
};
