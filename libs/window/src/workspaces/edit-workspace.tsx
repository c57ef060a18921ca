import { deletedWorkspaceDays } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RpcMethods } from '@tandem/rpc/client';
import { useId, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, Dialog, Field } from '../kit/index.js';
import { useLink, useRunning } from '../link/use-link.js';
import { formatCount, shortenName } from '../shell/phrases.js';
import { describeProblem } from '../link/problem-words.js';
import type { Summary } from '../requests/saved-request.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import { useSay } from '../shell/page.js';
import type { OwnEdit } from './use-asking.js';

type Content = RpcMethods['workspaces_content']['result'];

interface Props {
  readonly edit: OwnEdit;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly requests: readonly Summary[];
  readonly onClose: () => void;
}

/** Runs an action and closes the dialog, or shows why the action failed. */
const useDialogAction = (onClose: () => void) => {
  const [problem, setProblem] = useState<string>();
  const work = (doing: () => Promise<unknown>): void => {
    doing().then(onClose, (cause: unknown) => setProblem(describeProblem(cause)));
  };
  return { problem, work, forget: () => setProblem(undefined) };
};

const RenameDialog = ({ workspace, onClose }: Pick<Props, 'workspace' | 'onClose'>) => {
  const link = useLink();
  const form = useId();
  const [name, setName] = useState(workspace.name);
  const { problem, work, forget } = useDialogAction(onClose);
  return (
    <Dialog
      title="Rename the workspace"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={name.trim() === ''}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          work(() => link.call('workspaces_rename', { id: workspace.id, name: name.trim() }));
        }}
      >
        <Field
          label="Name"
          value={name}
          error={problem}
          hint="The folder keeps its name."
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setName(target.value);
            forget();
          }}
        />
      </form>
    </Dialog>
  );
};

const describeContent = ({ requests, environments, executions }: Content): string =>
  `${formatCount(requests, 'request')}, ${formatCount(environments, 'environment')} and ${formatCount(executions, 'execution')}`;

const dialogTexts = {
  remove: {
    title: 'Remove the workspace from the list?',
    act: 'Remove from the list',
    consequence: (content: Content) =>
      `Nothing is deleted: ${describeContent(content)} return when you open the folder again.`,
  },
  delete: {
    title: 'Delete the workspace?',
    act: 'Delete',
    consequence: (content: Content) =>
      `${describeContent(content)} are deleted with it. You can restore the workspace from the workspace menu for ${deletedWorkspaceDays} days.`,
  },
} as const;

/**
 * Returns a function that opens the folder of a workspace which was removed from the list. This adds the
 * workspace to the list again.
 */
const useReopenWorkspace = () => {
  const link = useLink();
  const queries = useQueryClient();
  const say = useSay();
  return (path: string): void => {
    link.call('workspaces_open', { path, create: false }).then(
      () => queries.invalidateQueries(),
      (cause: unknown) => void say(describeProblem(cause)),
    );
  };
};

/** Describes the consequences of removing or deleting the workspace. */
const Consequences = ({
  edit,
  content,
  running,
}: {
  readonly edit: 'remove' | 'delete';
  readonly content: Content | undefined;
  readonly running: number;
}) => (
  <>
    {content && (
      <>
        <p>{dialogTexts[edit].consequence(content)}</p>
        <p>
          The folder <code>{content.path}</code> stays as it is, with its files.
        </p>
        {content.isOnly && <p>It is the only workspace. An empty one replaces it.</p>}
      </>
    )}
    {running > 0 && <p>{formatCount(running, 'running execution')} will be stopped.</p>}
  </>
);

const LeaveDialog = ({
  edit,
  workspace,
  requests,
  onClose,
}: Props & { readonly edit: 'remove' | 'delete' }) => {
  const link = useLink();
  const putBack = useReopenWorkspace();
  const drafts = useDrafts();
  const say = useSay();
  const { problem, work } = useDialogAction(onClose);
  const running = useRunning().filter(({ requestId }) => requests.some(({ id }) => id === requestId));
  const { data: content } = useQuery({
    queryKey: [...queryKeys.workspaceContent, workspace.id],
    queryFn: () => link.call('workspaces_content', { id: workspace.id }),
    gcTime: 0,
  });
  const { title, act } = dialogTexts[edit];
  const leave = async (): Promise<void> => {
    await Promise.all(requests.map(({ id }) => drafts.flush(id)));
    for (const { id } of running) link.stop(id);
    await link.call(`workspaces_${edit}`, { id: workspace.id });
    if (edit === 'remove' && content)
      say(`${shortenName(workspace.name)} is no longer in the list.`, () => putBack(content.path));
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={edit === 'delete' ? 'danger' : 'primary'}
            disabled={content === undefined}
            onClick={() => work(leave)}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <strong>{workspace.name}</strong>
        </p>
        <Consequences edit={edit} content={content} running={running.length} />
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
};

/** Asks before the active workspace is renamed, removed from the list or deleted. */
export const EditWorkspace = ({ edit, ...props }: Props) =>
  edit === 'rename' ? <RenameDialog {...props} /> : <LeaveDialog edit={edit} {...props} />;
