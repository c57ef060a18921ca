import * as Menu from '@radix-ui/react-dropdown-menu';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { problemWords } from '../../model/problem-words.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import { useStatus } from '../../state/use-status.js';

type Asking = 'name' | 'path';

const questions: Readonly<Record<Asking, string>> = {
  name: 'Name of the new workspace',
  path: 'Folder to open, as a full path',
};

const Ask = ({
  asking,
  onDone,
}: {
  readonly asking: Asking;
  readonly onDone: (text: string | undefined) => void;
}) => {
  const [text, setText] = useState('');
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim() === '' ? undefined : text.trim());
      }}
    >
      <input
        autoFocus
        aria-label={questions[asking]}
        placeholder={questions[asking]}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onDone(undefined);
        }}
      />
      <button type="submit" className="button small">
        Open
      </button>
    </form>
  );
};

/** Opens workspaces and makes them; what is shown follows. */
const useWorkspaces = () => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => link.call('workspaces_list', { take: 20 }),
    enabled,
  });
  const open = (path: Promise<string>): void => {
    path
      .then((folder) => link.call('workspaces_open', { path: folder }))
      .then(
        () => {
          setProblem(undefined);
          void queries.invalidateQueries();
        },
        (cause: unknown) => {
          setProblem(problemWords(cause));
        },
      );
  };
  return {
    workspaces: data?.workspaces ?? [],
    problem,
    openPath: (path: string) => {
      open(Promise.resolve(path));
    },
    create: (name: string) => {
      open(link.call('workspaces_create', { name }).then(({ path }) => path));
    },
  };
};

/** The active workspace, the recent ones, and a way to open a folder or to make a new one. */
export const WorkspaceSwitcher = () => {
  const status = useStatus();
  const { workspaces, problem, openPath, create } = useWorkspaces();
  const [asking, setAsking] = useState<Asking>();
  const name = status?.workspace?.name ?? 'none';
  const done = (text: string | undefined): void => {
    if (text !== undefined && asking === 'path') openPath(text);
    if (text !== undefined && asking === 'name') create(text);
    setAsking(undefined);
  };
  return (
    <div className="switcher">
      <Menu.Root modal={false}>
        <Menu.Trigger className="switch" aria-label={`Workspace ${name}`}>
          <strong>{name}</strong>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className="menu" align="start">
            {workspaces.map(({ id, name, path, active }) => (
              <Menu.Item
                key={id}
                title={path}
                onSelect={() => {
                  if (!active) openPath(path);
                }}
              >
                {active ? '• ' : ''}
                {name}
              </Menu.Item>
            ))}
            <Menu.Separator className="menu-line" />
            <Menu.Item onSelect={() => setAsking('path')}>Open a folder …</Menu.Item>
            <Menu.Item onSelect={() => setAsking('name')}>New workspace …</Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {asking && <Ask asking={asking} onDone={done} />}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};
