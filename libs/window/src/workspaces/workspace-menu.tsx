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
import { type ComponentProps, Suspense } from 'react';

import { Button, ContextMenu, Menu, MenuChoice, MenuItem, MenuSeparator } from '../kit/index.js';
import { useRequests } from '../requests/requests.js';
import { useStore } from '../shell/store.js';
import { useWorkspace } from '../shell/workspace-stores.js';
import { useStatus } from '../link/use-link.js';
import { lazy } from '../served/lazy.js';
import { type PromptKind, isOwnEdit, useAsking } from './use-asking.js';

const AskFolder = lazy(async () => ({ default: (await import('./ask-workspace.js')).AskFolder }));
const AskName = lazy(async () => ({ default: (await import('./ask-workspace.js')).AskName }));
const ConvertBruno = lazy(async () => ({
  default: (await import('../imports/convert-bruno.js')).ConvertBruno,
}));
const DeletedWorkspaces = lazy(async () => ({
  default: (await import('./ask-workspace.js')).DeletedWorkspaces,
}));
const EditWorkspace = lazy(async () => ({ default: (await import('./edit-workspace.js')).EditWorkspace }));

/** The button that opens the menu. The menu passes the other properties. */
const Trigger = ({ name, ...rest }: { readonly name: string } & ComponentProps<'button'>) => (
  <Button variant="quiet" className="workspace-menu" aria-label={`Workspace ${name}`} {...rest}>
    <strong className="name">{name}</strong>
    <ChevronDown className="k-icon" aria-hidden="true" />
  </Button>
);

/** Asks which folder to open, and how to convert a folder of `.bru` files. */
const OpenFolder = ({
  onOpen,
  ...asking
}: ComponentProps<typeof AskFolder> & Pick<ComponentProps<typeof ConvertBruno>, 'onOpen'>) =>
  asking.objection && 'bru' in asking.objection ? (
    <ConvertBruno folder={asking.objection.bru} onOpen={onOpen} onClose={asking.onClose} />
  ) : (
    <AskFolder {...asking} />
  );

/** Actions on the active workspace. */
const EditEntries = () => {
  const { sending, tabs, edit } = useWorkspace();
  return (
    <>
      <MenuItem icon={Play} onSelect={() => sending.run({ kind: 'workspace' })}>
        Run all requests …
      </MenuItem>
      <MenuItem icon={FileOutput} onSelect={() => sending.exportAs({ kind: 'workspace' })}>
        Export …
      </MenuItem>
      <MenuItem icon={Settings} onSelect={() => tabs.show('workspace')}>
        Workspace settings
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={() => edit.set('rename')}>
        Rename …
      </MenuItem>
      <MenuItem icon={X} onSelect={() => edit.set('remove')}>
        Remove from the list …
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} isDanger onSelect={() => edit.set('delete')}>
        Delete …
      </MenuItem>
    </>
  );
};

/** Converts a recent workspace to an option with the end of its path. */
const toOption = ({
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

/** Actions that open another workspace. */
const OpenEntries = ({ ask }: { readonly ask: (asking: PromptKind) => void }) => (
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
 * Shows the active workspace and its actions, recent workspaces, and actions that open a folder or create a workspace. A right click shows
 * only the actions on the active workspace.
 */
export const WorkspaceMenu = () => {
  const status = useStatus();
  const { requests } = useRequests();
  const editStore = useWorkspace().edit;
  const edit = useStore(editStore);
  const leave = (): void => editStore.set(undefined);
  const { workspaces, asking, ask, answer, openConverted, objection, forget, choose } = useAsking(
    edit,
    leave,
  );
  const answering = {
    objection,
    onAnswer: (text: string) => void answer(text),
    onType: forget,
    onClose: () => {
      ask(undefined);
      leave();
    },
  };
  const entries = status?.workspace && <EditEntries />;
  const menu = (
    <Menu trigger={<Trigger name={status?.workspace?.name ?? 'none'} />}>
      <MenuChoice
        value={status?.workspace?.id}
        options={workspaces.map(toOption)}
        // Compare with the status, because the list loads later.
        onChange={(id) => {
          if (id !== status?.workspace?.id) void choose(id);
        }}
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
        {edit && isOwnEdit(edit) && status?.workspace && (
          <EditWorkspace edit={edit} requests={requests} workspace={status.workspace} onClose={leave} />
        )}
        {asking === 'deleted' && <DeletedWorkspaces onClose={answering.onClose} />}
        {asking === 'name' && <AskName {...answering} />}
        {asking === 'path' && (
          <OpenFolder
            {...answering}
            recent={workspaces.filter(({ id }) => id !== status?.workspace?.id)}
            onOpen={openConverted}
          />
        )}
      </Suspense>
      {asking === undefined && objection && 'problem' in objection && (
        <p className="bad" role="alert">
          {objection.problem}
        </p>
      )}
    </>
  );
};
