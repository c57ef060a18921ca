import { ExecutionId, RequestId, WorkspaceId } from '@tandem/core';
import { withDescription, struct, t, text } from '@tandem/core/codec';

const fields = {
  workspaceId: withDescription(t.union([WorkspaceId, t.null]), 'The workspace of the window'),
  requestId: withDescription(t.union([RequestId, t.null]), 'The request that is shown'),
  tab: withDescription(
    t.union([text('the name of a tab', 60), t.null]),
    'What of it is shown, such as script, or another screen, such as environments',
  ),
  executionId: withDescription(t.union([ExecutionId, t.null]), 'The execution whose result is shown'),
};

/** What a window shows. */
export const Selection = struct('a selection', fields);
export type Selection = t.TypeOf<typeof Selection>;

/** The selection if nothing is selected or no window is open. */
export const noSelection: Selection = { workspaceId: null, requestId: null, tab: null, executionId: null };

/** What a window reports about itself. */
export const LookAt = struct('window_look arguments', {
  ...fields,
  isFocused: withDescription(t.boolean, 'Whether the person uses this window'),
  edits: withDescription(
    t.readonlyArray(RequestId),
    'Requests that the person edits: with changes that are not saved, or with the focus in their editor',
  ),
});
export type LookAt = t.TypeOf<typeof LookAt>;

export const WindowSelection = struct('what the window shows', {
  selection: withDescription(t.union([Selection, t.null]), 'Null if no window is open'),
});
export type WindowSelection = t.TypeOf<typeof WindowSelection>;
