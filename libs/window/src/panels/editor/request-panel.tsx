import { ownValue } from '@tandem/core/codec';
import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { useLink, useLinkState } from '../../link/use-link.js';
import { shownOf } from '../../model/draft.js';
import { savedWords } from '../../model/send-blocker.js';
import type { Part } from '../../model/parts.js';
import type { Field, RequestId } from '../../model/saved-request.js';
import { useDraft, useDrafts } from '../../state/contexts.js';
import { usePreferences } from '../../state/preferences.js';
import { getRequest } from '../../state/requests.js';
import type { DraftState } from '../../state/draft-store.js';
import { useIsNarrow } from '../../kit/index.js';
import type { Runner } from '../../state/use-runs.js';
import { ResultPanel } from '../result-panel.js';
import { Conflicts } from './conflicts.js';
import { Gone, NotThere } from './gone.js';
import { RequestTabs } from './request-tabs.js';
import { UrlBar, UrlValues } from './url-bar.js';

interface Props {
  readonly id: RequestId;
  readonly runner: Runner;
  /** Closes the tab. */
  readonly onClose: () => void;
}

const SendButton = ({ id, runner, isGone }: Omit<Props, 'onClose'> & { readonly isGone: boolean }) => {
  const isOpen = useLinkState().kind === 'open';
  const isRunning = runner.runs.get(id)?.kind === 'running';
  const press = (): void => {
    if (isRunning) runner.cancel(id);
    else runner.start(id);
  };
  return (
    <button
      type="button"
      className={isRunning ? 'button' : 'button primary'}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title="Ctrl+Enter"
      disabled={(!isOpen || isGone) && !isRunning}
      onClick={press}
    >
      {isRunning ? 'Cancel' : 'Send'}
    </button>
  );
};

const Saved = ({ state: { draft, problem } }: { readonly state: DraftState }) => {
  const { text, isBad } = savedWords(draft, problem);
  return (
    <span className="saved quiet" role="status">
      <span className={isBad ? 'bad' : undefined}>{text}</span>
    </span>
  );
};

const Editor = ({
  id,
  runner,
  state: { draft, problem },
  onClose,
}: Props & { readonly state: DraftState }) => {
  const drafts = useDrafts();
  const request = shownOf(draft);
  const blocker = runner.blocker?.id === id ? runner.blocker : undefined;
  const edit = (field: Field, value: unknown): void => {
    drafts.edit(id, field, value);
  };
  const type = (part: Part, text: string): void => {
    drafts.type(id, part, text);
  };
  return (
    <div className="editor">
      <header>
        <div className="title">
          <h1>
            <input
              aria-label="Name"
              value={draft.unfinished.name ?? request.name}
              onChange={({ target }) => {
                type('name', target.value);
              }}
            />
          </h1>
          <Saved state={{ draft, problem }} />
        </div>
        <div className="target">
          <UrlBar request={request} onEdit={edit} />
          <SendButton id={id} runner={runner} isGone={draft.isGone === true} />
        </div>
        <UrlValues request={request} />
      </header>
      {draft.isGone && <Gone draft={draft} onClose={onClose} />}
      <Conflicts
        draft={draft}
        isWanted={blocker?.where === 'conflicts'}
        onBlockerShown={runner.blockerShown}
      />
      <RequestTabs
        request={request}
        unfinished={draft.unfinished}
        onEdit={edit}
        onType={type}
        blocker={blocker}
        onBlockerShown={runner.blockerShown}
      />
    </div>
  );
};

/** Brings what is stored into the draft of a request. */
const useStored = (id: RequestId): Error | null => {
  const link = useLink();
  const drafts = useDrafts();
  const enabled = useLinkState().kind === 'open';
  const { data, error } = useQuery({
    queryKey: ['request', id],
    queryFn: () => getRequest(link, id),
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

/** One request: its editor and the results of its runs. */
export const RequestPanel = ({ id, runner, onClose }: Props) => {
  const error = useStored(id);
  const state = useDraft(id);
  const { preferences, prefer } = usePreferences();
  const isNarrow = useIsNarrow();
  const placement = isNarrow ? 'below' : (preferences.placement ?? 'right');
  const [editorMin, resultMin] = placement === 'right' ? ['280px', '220px'] : ['120px', '80px'];
  const group = `request ${placement}`;
  if (state === undefined)
    return error ? (
      <NotThere error={error} onClose={onClose} />
    ) : (
      <div className="empty quiet">Loading …</div>
    );
  return (
    <Group
      key={group}
      className="request"
      orientation={placement === 'right' ? 'horizontal' : 'vertical'}
      defaultLayout={ownValue(preferences.layouts ?? {}, group)}
      onLayoutChanged={(layout) => {
        prefer({ layouts: { ...preferences.layouts, [group]: layout } });
      }}
    >
      <Panel id="editor" minSize={editorMin}>
        <Editor id={id} runner={runner} state={state} onClose={onClose} />
      </Panel>
      <Separator className="separator" aria-label="Size of the result" />
      <Panel id="result" minSize={resultMin}>
        <ResultPanel
          run={runner.runs.get(id)}
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
