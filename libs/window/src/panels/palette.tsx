import { Command } from 'cmdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { matches } from '../model/tree.js';
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
  readonly show: (key: string) => void;
}

/** How many requests are offered at once. */
const mostRequests = 50;

interface Option {
  readonly key: string;
  readonly title: ReactNode;
  readonly run: () => void;
}

/** What fits the search, commands before requests. */
const optionsFor = ({ mode, requests, commands, show }: Props, search: string) => {
  const words = search.trim().toLowerCase();
  const pages = Object.entries(screens).map(([key, title]) => ({
    title: `Show ${title}`,
    run: () => {
      show(key);
    },
  }));
  const said = [...commands, ...pages].filter(({ title }) => title.toLowerCase().includes(words));
  const fitting = requests.filter((one) => words === '' || matches(one, words));
  const isNamed = ({ name }: Summary): boolean => name.toLowerCase().includes(words);
  const found = [...fitting.filter(isNamed), ...fitting.filter((one) => !isNamed(one))].slice(
    0,
    mostRequests,
  );
  return {
    commands: mode === 'commands' ? said.map((one): Option => ({ key: one.title, ...one })) : [],
    requests: found.map(({ id, name, method, folder }): Option => {
      const title = (
        <>
          <Method method={method} /> <span className="name">{name}</span>{' '}
          <span className="quiet">{folder}</span>
        </>
      );
      return {
        key: id,
        title,
        run: () => {
          show(id);
        },
      };
    }),
  };
};

const Lists = (props: Props) => {
  const { mode, onClose } = props;
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const options = optionsFor(props, search);
  const all = [...options.commands, ...options.requests];
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
        {options.commands.length > 0 && (
          <Command.Group heading="Commands">{options.commands.map(itemOf)}</Command.Group>
        )}
        {options.requests.length > 0 && (
          <Command.Group heading="Requests">{options.requests.map(itemOf)}</Command.Group>
        )}
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
