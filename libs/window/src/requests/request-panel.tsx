import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { listConflicts, toEditedRequest, type Part } from './drafts/draft.js';
import type { Field, RequestId } from './saved-request.js';
import { EditedItemContext, useDraft, useDrafts } from './drafts/use-drafts.js';
import { useLayout, useChangePreferences, usePreference } from '../settings/preferences.js';
import { useShow } from '../shell/page.js';
import { useBlocker, useWorkspace } from '../shell/workspace-stores.js';
import { useHasPendingWrite } from '../agents/agents.js';
import { useShowFolder } from '../folders/use-folders.js';
import { getRequest } from './requests.js';
import type { DraftState } from './drafts/drafts.js';
import { useIsNarrow } from '../kit/index.js';
import { ResultPanel } from '../response/result-panel.js';
import { RequestHeader } from './request-header.js';
import { RequestTabs } from './request-tabs.js';
import { VariableHelpProvider } from './variables/variable-help.js';
import { lazy } from '../served/lazy.js';

// Loaded when first shown, which is rare.
const Conflicts = lazy(async () => ({ default: (await import('./draft-notices.js')).Conflicts }));
const LazyPendingWriteList = lazy(async () => ({
  default: (await import('../agents/agents-here.js')).PendingWriteList,
}));
const LazyDeletedDraftNotice = lazy(async () => ({
  default: (await import('./draft-notices.js')).DeletedDraftNotice,
}));
const NotThere = lazy(async () => ({ default: (await import('./draft-notices.js')).MissingRequest }));

interface Props {
  readonly id: RequestId;
  /** Closes the tab. */
  readonly onClose: () => void;
}

/** Actions on the draft of a request. */
const useEditing = (id: RequestId) => {
  const drafts = useDrafts();
  return {
    edit: (field: Field, value: unknown): void => {
      drafts.edit(id, field, value);
    },
    type: (part: Part, text: string): void => {
      drafts.type(id, part, text);
    },
  };
};

const Editor = ({ id, state: { draft }, onClose }: Props & { readonly state: DraftState }) => {
  const { edit, type } = useEditing(id);
  const { blockerShown } = useWorkspace().runner;
  const blocker = useBlocker(id);
  const isAsked = useHasPendingWrite(id);
  return (
    <div className="editor" data-pane="editor" tabIndex={-1}>
      <h2 className="spoken">Request</h2>
      <Suspense>
        {isAsked && <LazyPendingWriteList id={id} />}
        {draft.isGone && <LazyDeletedDraftNotice draft={draft} onClose={onClose} />}
        {listConflicts(draft).length > 0 && (
          <Conflicts draft={draft} isWanted={blocker?.where === 'conflicts'} onBlockerShown={blockerShown} />
        )}
      </Suspense>
      <RequestTabs
        request={toEditedRequest(draft)}
        unfinished={draft.unfinished}
        onEdit={edit}
        onType={type}
        blocker={blocker}
        onBlockerShown={blockerShown}
      />
    </div>
  );
};

/** Applies the stored request to its draft whenever it is loaded. */
const useStored = (id: RequestId): Error | null => {
  const link = useLink();
  const drafts = useDrafts();
  const enabled = useLinkState().kind === 'open';
  const { data, error } = useQuery({
    queryKey: [...queryKeys.request, id],
    // Another workspace may be active already, but the request must not count as deleted then.
    queryFn: () => getRequest(link, id, drafts.get(id)?.draft.stored.workspaceId),
    enabled,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) drafts.receive(data);
  }, [data, drafts]);
  useEffect(() => {
    if (error instanceof RpcRefusal && error.error.code === 'NOT_FOUND') drafts.markDeleted(id);
  }, [error, drafts, id]);
  return error;
};

/** Shows the editor of a request and the results of its runs, side by side or stacked. */
const Panes = ({ state, id, onClose }: Props & { readonly state: DraftState }) => {
  const prefer = useChangePreferences();
  const preferred = usePreference(({ placement }) => placement ?? 'right');
  const isNarrow = useIsNarrow();
  const placement = isNarrow ? 'below' : preferred;
  const [editorMin, resultMin] = placement === 'right' ? ['280px', '220px'] : ['120px', '80px'];
  const group = `request ${placement}`;
  const { layout, storeLayout } = useLayout(group);
  return (
    <Group
      key={group}
      className="request"
      orientation={placement === 'right' ? 'horizontal' : 'vertical'}
      defaultLayout={layout}
      onLayoutChanged={storeLayout}
    >
      <Panel id="editor" minSize={editorMin}>
        <Editor id={id} state={state} onClose={onClose} />
      </Panel>
      <Separator className="separator" aria-label="Size of the result" />
      <Panel id="result" minSize={resultMin}>
        <ResultPanel
          id={id}
          placement={placement}
          {...(isNarrow
            ? {}
            : {
                onPlace: (next) => {
                  prefer({ placement: next });
                },
              })}
        />
      </Panel>
    </Group>
  );
};

/** Shows a request: its name and URL, and below them its editor and the results of its runs. */
export const RequestPanel = ({ id, onClose }: Props) => {
  const error = useStored(id);
  const state = useDraft(id);
  const { edit, type } = useEditing(id);
  const show = useShow();
  const showFolder = useShowFolder();
  if (state === undefined)
    return error ? (
      <Suspense>
        <NotThere error={error} onClose={onClose} />
      </Suspense>
    ) : (
      <div className="empty quiet">Loading …</div>
    );
  return (
    <EditedItemContext value={toEditedRequest(state.draft)}>
      <VariableHelpProvider onEnvironments={() => show('environments')} onFolder={showFolder}>
        <div className="request-panel">
          <RequestHeader state={state} onEdit={edit} onType={type} />
          <Panes id={id} state={state} onClose={onClose} />
        </div>
      </VariableHelpProvider>
    </EditedItemContext>
  );
};
