import { Braces, Code, Copy, Download, Eye, KeyRound, Play, Send, X } from 'lucide-react';
import { type KeyboardEvent, Suspense } from 'react';

import { toEditedRequest, type Part } from './drafts/draft.js';
import type { Field, RequestId } from './saved-request.js';
import { describeSaveState } from './sending/send-blocker.js';
import type { DraftState } from './drafts/drafts.js';
import { useSendObstacle } from './drafts/use-drafts.js';
import { useHasAgents } from '../agents/agents.js';
import { useShortcut } from '../settings/preferences.js';
import { useRunningKind, useWorkspace } from '../shell/workspace-stores.js';
import { Button, IconButton, MenuItem, MenuLabel, MenuSeparator, SplitButton } from '../kit/index.js';
import { lazy } from '../served/lazy.js';
import { UrlBar } from './url/url-bar.js';
import { type PastedCurl, usePastedCurl } from '../imports/use-pasted-curl.js';

/** Loaded when an agent opens the request. */
const AgentsHere = lazy(async () => ({ default: (await import('../agents/agents-here.js')).AgentsHere }));

const CancelButton = ({ label, cancel }: { readonly label: string; readonly cancel: () => void }) => (
  <Button
    aria-keyshortcuts="Escape"
    title="Esc"
    // The second click of a double click on Send must not cancel what the first one began.
    onClick={({ detail }) => {
      if (detail < 2) cancel();
    }}
  >
    {label}
  </Button>
);

const SendButton = ({ id }: { readonly id: RequestId }) => {
  const {
    runner,
    sending,
    actions: { copyAsCurl },
  } = useWorkspace();
  const obstacle = useSendObstacle(id);
  const running = useRunningKind(id);
  const keys = useShortcut('send');
  if (running !== undefined)
    return <CancelButton label={running === 'stream' ? 'Stop' : 'Cancel'} cancel={() => runner.cancel(id)} />;
  return (
    <SplitButton
      variant="primary"
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={keys}
      disabled={obstacle !== undefined}
      onClick={() => runner.start(id)}
      menuLabel="More ways to send"
      menu={
        <>
          <MenuItem icon={Send} keys={keys} onSelect={() => runner.start(id)}>
            Send
          </MenuItem>
          <MenuItem icon={Eye} onSelect={() => sending.preview(id)}>
            Preview what would be sent
          </MenuItem>
          <MenuItem icon={Download} onSelect={() => sending.sendAndSave(id)}>
            Send and save the response
          </MenuItem>
          <MenuItem icon={Play} onSelect={() => sending.run({ kind: 'request', id })}>
            Run …
          </MenuItem>
          <MenuSeparator />
          <MenuLabel>Copy as curl</MenuLabel>
          <MenuItem icon={Copy} onSelect={() => copyAsCurl(id)}>
            With variable values{' '}
          </MenuItem>
          <MenuItem icon={KeyRound} onSelect={() => copyAsCurl(id, 'real')}>
            With variable values and secrets
          </MenuItem>
          <MenuItem icon={Braces} onSelect={() => copyAsCurl(id, 'masked', 'named')}>
            With variable names
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Code} onSelect={() => sending.copyAs(id)}>
            Copy as code …
          </MenuItem>
        </>
      }
    >
      Send
    </SplitButton>
  );
};

const SaveStatus = ({ state: { draft, problem } }: { readonly state: DraftState }) => {
  const { text, isBad } = describeSaveState(draft, problem);
  return (
    <span className="saved quiet" role="status">
      <span className={isBad ? 'bad' : undefined}>{text}</span>
    </span>
  );
};

interface Props {
  readonly state: DraftState;
  readonly onEdit: (field: Field, value: unknown) => void;
  readonly onType: (part: Part, text: string) => void;
}

const PastedCurlNotice = ({
  pasted,
  onForget,
}: {
  readonly pasted: PastedCurl;
  readonly onForget: () => void;
}) => (
  <p className="pasted row" role={pasted.isBad ? 'alert' : 'status'}>
    <span className={pasted.isBad ? 'bad' : 'quiet'}>{pasted.text}</span>
    {pasted.undo && (
      <Button variant="quiet" isSmall onClick={pasted.undo}>
        Undo
      </Button>
    )}
    <IconButton icon={X} label="Close this message" onClick={onForget} />
  </p>
);

/** The header above the panes of a request: its name, and its URL with Send. */
export const RequestHeader = ({ state, onEdit, onType }: Props) => {
  const { runner } = useWorkspace();
  const { draft } = state;
  const request = toEditedRequest(draft);
  const hasAgents = useHasAgents(request.id);
  const { pasted, fill, forget } = usePastedCurl(request.id);
  const undo = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
    key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && pasted?.undo !== undefined;
  return (
    <header className="request-header" data-pane="url" tabIndex={-1}>
      <div className="title">
        {request.folder !== '' && (
          <span className="breadcrumb quiet" title={request.folder}>
            {request.folder.replaceAll('/', ' / ')} /
          </span>
        )}
        <h1>
          <input
            aria-label="Name"
            value={draft.unfinished.name ?? request.name}
            onChange={({ target }) => {
              onType('name', target.value);
            }}
          />
        </h1>
        {hasAgents && (
          <Suspense>
            <AgentsHere id={request.id} name={request.name} />
          </Suspense>
        )}
        <SaveStatus state={state} />
      </div>
      <div
        className="target"
        onKeyDown={(event) => {
          if (!undo(event)) return;
          event.preventDefault();
          pasted?.undo?.();
        }}
        onInput={forget}
      >
        <UrlBar
          request={request}
          onEdit={onEdit}
          onSend={() => runner.start(request.id)}
          onCurl={(command) => fill(request, command)}
        />
        <SendButton id={request.id} />
      </div>
      {pasted && <PastedCurlNotice pasted={pasted} onForget={forget} />}
    </header>
  );
};
