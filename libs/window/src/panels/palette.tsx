import { Command } from 'cmdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { ranked } from '../search/ranked.js';
import type { Summary } from '../model/saved-request.js';
import { screens } from '../model/screens.js';
import { Method } from '../kit/index.js';
import type { PaletteMode } from './use-keys.js';

/** Something that the palette does. */
export interface PaletteCommand {
  readonly title: string;
  readonly run: () => void;
}

interface Props {
  readonly mode: PaletteMode | undefined;
  readonly onClose: () => void;
  readonly requests: readonly Summary[];
  readonly commands: readonly PaletteCommand[];
  /** Environments to use and folders to show, which are offered once something is typed. */
  readonly places: readonly PaletteCommand[];
  readonly show: (key: string) => void;
}

/** How many requests are offered at once. */
const mostRequests = 50;

interface Option {
  readonly key: string;
  readonly title: ReactNode;
  readonly run: () => void;
}

interface Group {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** The requests that fit: by their names first, then by whatever else they hold. */
const findRequests = (requests: readonly Summary[], search: string): readonly Summary[] => {
  const named = ranked(requests, ({ name }) => name, search);
  const isNamed = new Set(named.map(({ id }) => id));
  const others = requests.filter(({ id }) => !isNamed.has(id));
  const found = ranked(others, (one) => `${one.name} ${one.folder} ${one.method} ${one.url}`, search);
  return [...named, ...found].slice(0, mostRequests);
};

const requestOption = ({ id, name, method, folder }: Summary, show: Props['show']): Option => ({
  key: id,
  title: (
    <>
      <Method method={method} /> <span className="name">{name}</span> <span className="quiet">{folder}</span>
    </>
  ),
  run: () => {
    show(id);
  },
});

const commandOption = (command: PaletteCommand): Option => ({ key: command.title, ...command });

/** What fits the search, in groups: commands, environments and folders, then requests. */
const groupsFor = ({ mode, requests, commands, places, show }: Props, search: string): readonly Group[] => {
  const pages = Object.entries(screens).map(([key, title]) => ({
    title: `Show ${title}`,
    run: () => {
      show(key);
    },
  }));
  const find = (all: readonly PaletteCommand[]): readonly Option[] =>
    ranked(all, ({ title }) => title, search).map(commandOption);
  const found = findRequests(requests, search).map((request) => requestOption(request, show));
  if (mode === 'requests') return [{ heading: 'Requests', options: found }];
  return [
    { heading: 'Commands', options: find([...commands, ...pages]) },
    // There may be many, and whoever looks for one types its name.
    { heading: 'Environments and folders', options: search.trim() === '' ? [] : find(places) },
    { heading: 'Requests', options: found },
  ].filter(({ options }) => options.length > 0);
};

const Lists = (props: Props) => {
  const { mode, onClose } = props;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const groups = groupsFor(props, search);
  const all = groups.flatMap(({ options }) => options);
  const value = all.some(({ key }) => key === chosen) ? chosen : all[0]?.key;
  const itemOf = ({ key, title, run }: Option) => (
    <Command.Item
      key={key}
      value={key}
      onSelect={() => {
        onClose();
        run();
      }}
    >
      {title}
    </Command.Item>
  );
  return (
    <Command
      label={mode === 'requests' ? 'Open a request' : 'Commands'}
      shouldFilter={false}
      loop
      value={value ?? ''}
      onValueChange={setChosen}
    >
      <Command.Input
        placeholder={mode === 'requests' ? 'Open a request …' : 'Find a command or a request …'}
        value={search}
        onValueChange={(text) => {
          setSearch(text);
          setChosen(undefined);
        }}
      />
      <Command.List>
        <Command.Empty>No matches.</Command.Empty>
        {groups.map(({ heading, options }) => (
          <Command.Group key={heading} heading={heading}>
            {options.map(itemOf)}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
};

/** Commands and requests by a few letters, in the browser's own dialog. */
export const Palette = (props: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const { mode, onClose } = props;
  useEffect(() => {
    if (mode === undefined || dialog.current === null) return;
    if (!dialog.current.open) dialog.current.showModal();
    dialog.current.querySelector('input')?.focus();
  }, [mode]);
  if (mode === undefined) return null;
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={mode === 'requests' ? 'Open a request' : 'Commands'}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <Lists key={mode} {...props} />
    </dialog>
  );
};
