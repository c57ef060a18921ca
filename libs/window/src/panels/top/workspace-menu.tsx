import {
  ArchiveRestore,
  ChevronDown,
  FileOutput,
  FolderOpen,
  Pencil,
  Play,
  Plus,
  Settings,
  Trash2,
  X,
} from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import { Button, ContextMenu, Menu, MenuChoice, MenuItem, MenuSeparator } from '../../kit/index.js';
import { findingOf } from '../../model/found-folder.js';
import { problemWords } from '../../model/problem-words.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import type { Summary } from '../../model/saved-request.js';
import { useShow } from '../../state/navigation.js';
import { useStatus } from '../../state/use-status.js';
import type { Objection } from './ask-workspace.js';
import { lazy } from '../../served/lazy.js';

/** What is done to the active workspace. */
export type OwnEdit = 'rename' | 'remove' | 'delete';

/** What a command does to workspaces. */
export type WorkspaceEdit = OwnEdit | 'open' | 'create' | 'restore';

const AskFolder = lazy(async () => ({ default: (await import('./ask-workspace.js')).AskFolder }));
const AskName = lazy(async () => ({ default: (await import('./ask-workspace.js')).AskName }));
const DeletedWorkspaces = lazy(async () => ({
  default: (await import('./deleted-workspaces.js')).DeletedWorkspaces,
}));
const EditWorkspace = lazy(async () => ({ default: (await import('./edit-workspace.js')).EditWorkspace }));

type Asking = 'name' | 'path' | 'deleted';

/** What the commands that concern no workspace that is open ask for. */
const askedBy: Readonly<Record<Exclude<WorkspaceEdit, OwnEdit>, Asking>> = {
  open: 'path',
  create: 'name',
  restore: 'deleted',
};

const isOwn = (edit: WorkspaceEdit): edit is OwnEdit => !Object.hasOwn(askedBy, edit);

/** Opens and creates workspaces; the rest of the page follows. Each call gives the reason why it failed. */
const useWorkspaces = () => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => link.call('workspaces_list', { take: 20 }),
    enabled,
  });
  const trying = async (work: () => Promise<Objection | undefined>): Promise<Objection | undefined> => {
    try {
      return await work();
    } catch (cause) {
      return { problem: problemWords(cause) };
    }
  };
  const open = (path: string, create: boolean): Promise<Objection | undefined> =>
    trying(async () => {
      await link.call('workspaces_open', { path, create });
      void queries.invalidateQueries();
      return undefined;
    });
  return {
    workspaces: data?.workspaces ?? [],
    open,
    /** Opens a folder at once if it is a workspace or empty, else tells what was found. */
    look: (path: string): Promise<Objection | undefined> =>
      trying(async () => {
        const finding = findingOf(await link.call('workspaces_look', { path }));
        return finding ? { finding } : open(path, false);
      }),
    create: (name: string): Promise<Objection | undefined> =>
      trying(async () => open((await link.call('workspaces_create', { name })).path, false)),
  };
};

/** What the person is asked for, and what stood against the last answer. */
const useAsking = (edit: WorkspaceEdit | undefined, onDone: () => void) => {
  const { workspaces, open, look, create } = useWorkspaces();
  const [asked, setAsking] = useState<Asking>();
  const asking = edit === undefined || isOwn(edit) ? asked : askedBy[edit];
  const [objection, setObjection] = useState<Objection>();
  const forget = (): void => setObjection(undefined);
  const ask = (next: Asking | undefined): void => {
    forget();
    setAsking(next);
  };
  const carryOut = (text: string): Promise<Objection | undefined> => {
    if (asking === 'name') return create(text);
    // What was found has been read, and its button says what happens.
    return objection && 'finding' in objection ? open(text, objection.finding.create) : look(text);
  };
  const answer = async (text: string): Promise<void> => {
    const why = await carryOut(text);
    setObjection(why);
    if (why !== undefined) return;
    setAsking(undefined);
    onDone();
  };
  const choose = async (id: string): Promise<void> => {
    const chosen = workspaces.find((one) => one.id === id);
    if (chosen && !chosen.active) setObjection(await open(chosen.path, false));
  };
  return { workspaces, asking, ask, answer, objection, forget, choose };
};

export interface WorkspaceMenuProps {
  readonly requests: readonly Summary[];
  /** What the person is asked about the active workspace. */
  readonly edit: WorkspaceEdit | undefined;
  readonly onEdit: (edit: WorkspaceEdit | undefined) => void;
  /** Asks how the requests of the active workspace run. */
  readonly onRun: () => void;
  /** Shows the active workspace in a format of another tool. */
  readonly onExport: () => void;
}

/** What can be done to the active workspace. */
const EditEntries = ({
  onEdit,
  onRun,
  onExport,
  onConfigure,
}: Pick<WorkspaceMenuProps, 'onEdit' | 'onRun' | 'onExport'> & { readonly onConfigure: () => void }) => (
  <>
    <MenuItem icon={Play} onSelect={onRun}>
      Run all requests …
    </MenuItem>
    <MenuItem icon={FileOutput} onSelect={onExport}>
      Export …
    </MenuItem>
    <MenuItem icon={Settings} onSelect={onConfigure}>
      Workspace settings
    </MenuItem>
    <MenuItem icon={Pencil} onSelect={() => onEdit('rename')}>
      Rename …
    </MenuItem>
    <MenuItem icon={X} onSelect={() => onEdit('remove')}>
      Remove from the list …
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Trash2} isDanger onSelect={() => onEdit('delete')}>
      Delete …
    </MenuItem>
  </>
);

/** A workspace in the list of recent ones, with the end of its path. */
const optionOf = ({
  id,
  name,
  path,
}: {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}) => ({
  value: id,
  title: name,
  note: path.split(/[\\/]/).slice(-2).join('/'),
});

/** What opens another workspace. */
const OpenEntries = ({ ask }: { readonly ask: (asking: Asking) => void }) => (
  <>
    <MenuItem icon={FolderOpen} onSelect={() => ask('path')}>
      Open a folder …
    </MenuItem>
    <MenuItem icon={Plus} onSelect={() => ask('name')}>
      New workspace …
    </MenuItem>
    <MenuItem icon={ArchiveRestore} onSelect={() => ask('deleted')}>
      Restore a workspace …
    </MenuItem>
  </>
);

/**
 * The active workspace, what can be done to it, the recent ones, and a way to open a folder or to make a new one. A right click
 * shows only what can be done to it.
 */
export const WorkspaceMenu = ({ requests, edit, onEdit, onRun, onExport }: WorkspaceMenuProps) => {
  const status = useStatus();
  const show = useShow();
  const leave = (): void => onEdit(undefined);
  const { workspaces, asking, ask, answer, objection, forget, choose } = useAsking(edit, leave);
  const name = status?.workspace?.name ?? 'none';
  const answering = {
    objection,
    onAnswer: (text: string) => void answer(text),
    onType: forget,
    onClose: () => {
      ask(undefined);
      leave();
    },
  };
  const entries = status?.workspace && (
    <EditEntries {...{ onEdit, onRun, onExport }} onConfigure={() => show('workspace')} />
  );
  const menu = (
    <Menu
      trigger={
        <Button variant="quiet" className="workspace-menu" aria-label={`Workspace ${name}`}>
          <strong className="name">{name}</strong>
          <ChevronDown className="k-icon" aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice
        value={status?.workspace?.id}
        options={workspaces.map(optionOf)}
        onChange={(id) => void choose(id)}
      />
      <MenuSeparator />
      <OpenEntries ask={ask} />
      {entries && <MenuSeparator />}
      {entries}
    </Menu>
  );
  return (
    <>
      {entries === undefined ? menu : <ContextMenu target={<span>{menu}</span>}>{entries}</ContextMenu>}
      <Suspense>
        {edit && isOwn(edit) && status?.workspace && (
          <EditWorkspace {...{ edit, requests }} workspace={status.workspace} onClose={leave} />
        )}
        {asking === 'deleted' && <DeletedWorkspaces onClose={answering.onClose} />}
        {asking === 'name' && <AskName {...answering} />}
        {asking === 'path' && <AskFolder {...answering} recent={workspaces.filter((one) => !one.active)} />}
      </Suspense>
      {asking === undefined && objection && 'problem' in objection && (
        <p className="bad" role="alert">
          {objection.problem}
        </p>
      )}
    </>
  );
};
