import type { GitChange, GitState } from '@tandem/core';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bot,
  GitBranch,
  GitCommitHorizontal,
  Plus,
  RefreshCw,
  Undo2,
} from 'lucide-react';
import { type SubmitEvent, useState } from 'react';

import { UndoneAllNote } from '../activity/activity-filters.js';
import { useUndoAll } from '../activity/undo.js';
import { Button, EmptyState, IconButton, Select } from '../kit/index.js';
import { describeProblem } from '../link/problem-words.js';
import { Warnings } from '../response/messages.js';
import { formatCount } from '../shell/phrases.js';
import { ChangeList } from './git-change-list.js';
import {
  type AgentWork,
  formatHead,
  listAgentWork,
  listSecrets,
  nameChanges,
  suggestMessage,
} from './git-labels.js';
import { type GitCalls, useGitCalls, useGitChanges, useGitState } from './use-git.js';
import '../style/activity.css';
import '../style/git.css';

/** A field for the name of a new branch. */
const NewBranch = ({
  onCreate,
  onCancel,
}: {
  readonly onCreate: (name: string) => void;
  readonly onCancel: () => void;
}) => {
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') onCreate(name.trim());
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="k-input"
        aria-label="Name of the new branch"
        placeholder="new-branch"
        spellCheck={false}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
      />
      <Button type="submit" isSmall disabled={name.trim() === ''}>
        Create branch
      </Button>
      <Button isSmall variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
};

/** Shows the branch, and the only buttons that access the network. */
const BranchRow = ({ state, calls }: { readonly state: GitState; readonly calls: GitCalls }) => {
  const [isNaming, setIsNaming] = useState(false);
  const { branch, branches, ahead, behind, upstream, canPush } = state;
  const names = branch === null || branches.includes(branch) ? branches : [branch, ...branches];
  const isBusy = calls.busy !== undefined;
  const create = async (name: string): Promise<void> => {
    if (await calls.switchBranch(name, true)) setIsNaming(false);
  };
  return (
    <>
      <div className="row">
        <Select
          label="Branch"
          value={branch ?? undefined}
          placeholder={formatHead(state)}
          options={names.map((name) => ({ value: name, title: name }))}
          isDisabled={isBusy}
          onChange={(name) => void calls.switchBranch(name, false)}
        />
        <IconButton icon={Plus} label="New branch" look="boxed" onClick={() => setIsNaming(true)} />
        <Button
          icon={ArrowDownToLine}
          disabled={isBusy || upstream === null}
          onClick={() => void calls.pull()}
        >
          {calls.busy === 'pull' ? 'Pulling …' : behind > 0 ? `Pull ${behind}` : 'Pull'}
        </Button>
        <Button icon={ArrowUpFromLine} disabled={isBusy || !canPush} onClick={() => void calls.push()}>
          {calls.busy === 'push' ? 'Pushing …' : ahead > 0 ? `Push ${ahead}` : 'Push'}
        </Button>
        <IconButton icon={RefreshCw} label="Refresh" look="boxed" onClick={calls.refresh} />
        <span className="quiet">
          {upstream === null ? 'Follows no remote branch' : `Follows ${upstream}, as last fetched`}
        </span>
      </div>
      {isNaming && <NewBranch onCreate={(name) => void create(name)} onCancel={() => setIsNaming(false)} />}
    </>
  );
};

/** Lists what each agent has done since the last commit, with buttons to commit or undo it. */
const AgentWorkList = ({
  work,
  isBusy,
  onCommit,
  onUndo,
}: {
  readonly work: readonly AgentWork[];
  readonly isBusy: boolean;
  readonly onCommit: (work: AgentWork) => void;
  readonly onUndo: (work: AgentWork) => void;
}) =>
  work.length === 0 ? null : (
    <section className="stack" aria-label="Changes by agents">
      <h2>By agents</h2>
      <ul className="git-agents">
        {work.map((one) => (
          <li key={one.by} className="row">
            <Bot className="k-icon" aria-hidden="true" />
            <span className="git-agent-words">
              <strong>{one.by}</strong> {one.changes.length > 0 && <>changed {nameChanges(one.changes)}</>}
              {one.shared > 0 && (
                <span className="quiet">
                  {' '}
                  {formatCount(one.shared, 'item')} that others changed too can only be committed below
                </span>
              )}
            </span>
            <Button
              isSmall
              icon={GitCommitHorizontal}
              disabled={isBusy || one.changes.length === 0}
              onClick={() => onCommit(one)}
            >
              Commit what {one.by} did
            </Button>
            <Button isSmall variant="quiet" icon={Undo2} disabled={isBusy} onClick={() => onUndo(one)}>
              Undo it
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );

/** The content of a commit: everything that is staged, or the work of one agent. */
interface CommitScope {
  readonly changes: readonly GitChange[];
  readonly by?: string;
}

const formatCommit = (count: number, isBusy: boolean): string => {
  if (isBusy) return 'Committing …';
  return count === 0 ? 'Commit' : `Commit ${formatCount(count, 'change')}`;
};

const MessageField = ({
  scope: { changes, by },
  message,
  onChange,
}: {
  readonly scope: CommitScope;
  readonly message: string;
  readonly onChange: (message: string) => void;
}) => (
  <textarea
    className="bulk"
    aria-label="Commit message"
    placeholder={
      changes.length === 0 ? 'Stage changes below, then say what they do' : suggestMessage(changes)
    }
    rows={2}
    autoFocus={by !== undefined}
    value={message}
    onChange={({ target }) => onChange(target.value)}
  />
);

const CommitForm = ({
  scope,
  calls,
  onEnd,
}: {
  readonly scope: CommitScope;
  readonly calls: GitCalls;
  readonly onEnd: () => void;
}) => {
  const { changes, by } = scope;
  const [typed, setTyped] = useState<string>();
  const [isSure, setIsSure] = useState(false);
  const message = typed ?? (by === undefined ? '' : suggestMessage(changes));
  const secrets = listSecrets(changes);
  const isReady = message.trim() !== '' && changes.length > 0 && (secrets.length === 0 || isSure);
  const commit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isReady || calls.busy !== undefined) return;
    const paths = by === undefined ? undefined : changes.flatMap((one) => one.paths);
    if (!(await calls.commit(message, paths, isSure))) return;
    setTyped(undefined);
    setIsSure(false);
    form.querySelector('textarea')?.focus();
    onEnd();
  };
  return (
    <form className="stack git-commit" aria-label="Commit" onSubmit={(event) => void commit(event)}>
      {by !== undefined && (
        <p>
          Commit only what {by} did: {nameChanges(changes)}
        </p>
      )}
      <MessageField scope={scope} message={message} onChange={setTyped} />
      {secrets.length > 0 && (
        <label className="row bad">
          <input type="checkbox" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} />
          Commit although the files hold the value of {secrets.join(', ')}
        </label>
      )}
      <div className="row">
        <Button type="submit" variant="primary" disabled={!isReady || calls.busy !== undefined}>
          {formatCommit(changes.length, calls.busy === 'commit')}
        </Button>
        {by !== undefined && (
          <Button variant="quiet" onClick={onEnd}>
            Commit what is staged instead
          </Button>
        )}
      </div>
    </form>
  );
};

/** Shows the result of the last click. */
const Outcome = ({ calls: { problem, done } }: { readonly calls: GitCalls }) => (
  <>
    {problem !== undefined && (
      <p className="bad" role="alert">
        {problem}
      </p>
    )}
    {done !== undefined && (
      <p className="good" role="status">
        {done}
      </p>
    )}
  </>
);

const Repository = ({ state, calls }: { readonly state: GitState; readonly calls: GitCalls }) => {
  const { changes, neverCommitted, error, hasMore, more } = useGitChanges(true);
  const { undone, undoAll, dismiss } = useUndoAll();
  const [agent, setAgent] = useState<string>();
  const work = listAgentWork(changes ?? [], state.committedAt);
  const chosen = work.find(({ by }) => by === agent);
  const scope: CommitScope = chosen ?? { changes: (changes ?? []).filter(({ staged }) => staged !== 'none') };
  const env = neverCommitted.map((path) => `${path} may hold secrets, so it is never committed here.`);
  return (
    <>
      <BranchRow state={state} calls={calls} />
      <Warnings lines={[...state.notes, ...env]} />
      <Outcome calls={calls} />
      {undone && <UndoneAllNote undone={undone} onDismiss={dismiss} />}
      {error && <p className="bad">{describeProblem(error)}</p>}
      {changes === undefined && !error && <p className="quiet">Comparing …</p>}
      {changes?.length === 0 && (
        <EmptyState icon={GitCommitHorizontal} title="Nothing to commit">
          <p>Everything in the folder is as in the last commit.</p>
        </EmptyState>
      )}
      {changes !== undefined && changes.length > 0 && (
        <>
          <AgentWorkList
            work={work}
            isBusy={calls.busy !== undefined}
            onCommit={({ by }) => setAgent(by)}
            onUndo={({ by, since }) => undoAll({ by, ...(since === '' ? {} : { since }) }, by)}
          />
          <CommitForm key={agent} scope={scope} calls={calls} onEnd={() => setAgent(undefined)} />
          <ChangeList changes={changes} calls={calls} />
          {hasMore && (
            <div className="row">
              <Button isSmall onClick={more}>
                Show more changes
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
};

/**
 * Shows the changes since the last commit by request and field, and who made them. Also commits, switches branches,
 * pulls and pushes.
 */
export const GitPanel = () => {
  const state = useGitState(true);
  const calls = useGitCalls();
  if (state === undefined) return <div className="empty quiet">Reading the repository …</div>;
  return (
    <section className="screen git" aria-label="Git" aria-busy={calls.busy !== undefined}>
      <h1>Git</h1>
      {state.problem === null ? (
        <Repository state={state} calls={calls} />
      ) : (
        <EmptyState
          icon={GitBranch}
          title="Git cannot be used here"
          actions={<Button onClick={calls.refresh}>Try again</Button>}
        >
          <p>{state.problem}</p>
        </EmptyState>
      )}
    </section>
  );
};
