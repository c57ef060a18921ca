import { ChevronDown, FolderOpen, Plus } from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { Button, Dialog, Field, Menu, MenuChoice, MenuItem, MenuSeparator } from '../../kit/index.js';
import { problemWords } from '../../model/problem-words.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import { useStatus } from '../../state/use-status.js';

type Asking = 'name' | 'path';

const questions = {
  name: { title: 'New workspace', label: 'Name', act: 'Create', placeholder: '' },
  path: {
    title: 'Open a folder',
    label: 'Folder, as a full path',
    act: 'Open',
    placeholder: '/home/me/shop',
  },
} as const;

const Ask = ({
  asking,
  problem,
  onAnswer,
  onClose,
}: {
  readonly asking: Asking;
  readonly problem: string | undefined;
  readonly onAnswer: (text: string) => void;
  readonly onClose: () => void;
}) => {
  const [text, setText] = useState('');
  const { title, label, act, placeholder } = questions[asking];
  const form = useId();
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={text.trim() === ''}>
            {act}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(text.trim());
        }}
      >
        <Field
          label={label}
          value={text}
          placeholder={placeholder}
          error={problem}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  );
};

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
  const open = async (path: string): Promise<string | undefined> => {
    try {
      await link.call('workspaces_open', { path });
      void queries.invalidateQueries();
      return undefined;
    } catch (cause) {
      return problemWords(cause);
    }
  };
  return {
    workspaces: data?.workspaces ?? [],
    open,
    create: (name: string): Promise<string | undefined> =>
      link.call('workspaces_create', { name }).then(({ path }) => open(path), problemWords),
  };
};

/** What the person is asked for, and why the last answer did not work. */
const useAsking = () => {
  const { workspaces, open, create } = useWorkspaces();
  const [asking, setAsking] = useState<Asking>();
  const [problem, setProblem] = useState<string>();
  const ask = (next: Asking | undefined): void => {
    setProblem(undefined);
    setAsking(next);
  };
  const answer = async (text: string): Promise<void> => {
    const why = await (asking === 'name' ? create(text) : open(text));
    setProblem(why);
    if (why === undefined) setAsking(undefined);
  };
  const choose = async (id: string): Promise<void> => {
    const chosen = workspaces.find((one) => one.id === id);
    if (chosen && !chosen.active) setProblem(await open(chosen.path));
  };
  return { workspaces, asking, ask, answer, problem, choose };
};

/** The active workspace, the recent ones, and a way to open a folder or to make a new one. */
export const WorkspaceMenu = () => {
  const status = useStatus();
  const { workspaces, asking, ask, answer, problem, choose } = useAsking();
  const name = status?.workspace?.name ?? 'none';
  return (
    <>
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
          options={workspaces.map(({ id, name: title, path }) => ({
            value: id,
            title,
            note: path.split(/[\\/]/).slice(-2).join('/'),
          }))}
          onChange={(id) => void choose(id)}
        />
        <MenuSeparator />
        <MenuItem icon={FolderOpen} onSelect={() => ask('path')}>
          Open a folder …
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => ask('name')}>
          New workspace …
        </MenuItem>
      </Menu>
      {asking && (
        <Ask
          asking={asking}
          problem={problem}
          onAnswer={(text) => void answer(text)}
          onClose={() => ask(undefined)}
        />
      )}
      {asking === undefined && problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};
