import { getOwnValue } from '@tandem/core/codec';
import { Command } from 'cmdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { useRequests } from '../requests/requests.js';
import { isRequestId, type Summary } from '../requests/saved-request.js';
import { useShortcut } from '../settings/preferences.js';
import { focusUrl } from '../shell/focus.js';
import { type Screen, screens } from '../shell/screens.js';
import { focusTab } from '../shell/panes.js';
import { Kbd, Method, scoreMatch, matchScores, rankItems } from '../kit/index.js';
import { type PaletteMode, useWorkspace } from '../shell/workspace-stores.js';
import {
  type PaletteCommand,
  useCommands,
  useEnvironmentCommands,
  useWorkspaceCommands,
  useFolderCommands,
} from './commands.js';
import { useResponseCommands } from './response-commands.js';
import { useSettingCommands } from './setting-commands.js';

/** The content of the palette. */
interface PaletteContent {
  readonly mode: PaletteMode;
  readonly requests: readonly Summary[];
  readonly commands: readonly PaletteCommand[];
  /** The settings. They are offered once a person types. */
  readonly settings: readonly PaletteCommand[];
  /** The environments. They are offered once a person types. */
  readonly environments: readonly PaletteCommand[];
  readonly workspaces: readonly PaletteCommand[];
  /** The folders. They are offered once a person types. */
  readonly folders: readonly PaletteCommand[];
  readonly show: (key: string) => void;
}

/** Other words that find a screen. */
const screenWords: Readonly<Partial<Record<Screen, string>>> = {
  environments: 'variables stage global secrets',
  cookies: 'jar session clear delete',
  folder: 'disk files synchronize conflicts',
  git: 'repository version control',
  trust: 'security permissions',
  history: 'executions log past sent',
  runs: 'runner reports results collection tests',
  activity: 'changes audit log',
  connect: 'mcp claude cursor ai assistant',
  shortcuts: 'keybindings hotkeys help',
  settings: 'preferences options configuration',
};

/** Maximum number of requests that are offered at once. */
const maxRequests = 50;

interface Option {
  readonly key: string;
  readonly title: ReactNode;
  readonly run: () => void;
}

interface Group {
  readonly heading: string;
  readonly options: readonly Option[];
  /** The best score of the group's options. Lower is better. */
  readonly fit: number;
}

const toRequestOption = ({ id, name, method, folder }: Summary, show: PaletteContent['show']): Option => ({
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

/** The score of a request that matches only outside its name. It is worse than any match in a name. */
const contentMatchScore = matchScores.words + 1;

const getName = ({ name }: Summary): string => name;

/** Finds the matching requests: first those whose name matches, then those whose other content matches. */
const findRequests = (requests: readonly Summary[], search: string, show: PaletteContent['show']): Group => {
  const named = rankItems(requests, getName, search);
  const isNamed = new Set(named.map(({ id }) => id));
  const others = requests.filter(({ id }) => !isNamed.has(id));
  const found = rankItems(others, (one) => `${one.name} ${one.folder} ${one.method} ${one.url}`, search);
  const [best] = named;
  return {
    heading: 'Requests',
    options: [...named, ...found].slice(0, maxRequests).map((request) => toRequestOption(request, show)),
    fit: best === undefined ? contentMatchScore : (scoreMatch(best.name, search) ?? contentMatchScore),
  };
};

const CommandTitle = ({ title, command }: Required<Pick<PaletteCommand, 'title' | 'command'>>) => (
  <>
    <span>{title}</span> <Kbd keys={useShortcut(command)} />
  </>
);

const toCommandOption = ({ title, command, run }: PaletteCommand): Option => ({
  key: title,
  title: command === undefined ? title : <CommandTitle title={title} command={command} />,
  run,
});

/** The title as people type it: the name of a page is enough. */
const getTitle = ({ title }: PaletteCommand): string => title.replace(/^Show (?=[A-Z])/, '');

/** Sorts the matching commands: first those whose title matches, then those with other matching words. */
const rankCommands = (all: readonly PaletteCommand[], search: string): readonly PaletteCommand[] => {
  const named = rankItems(all, getTitle, search);
  const others = all.filter((one) => one.words !== undefined && !named.includes(one));
  return [...named, ...rankItems(others, ({ title, words = '' }) => `${title} ${words}`, search)];
};

const findCommands = (heading: string, all: readonly PaletteCommand[], search: string): Group => {
  const found = rankCommands(all, search);
  const [best] = found;
  return {
    heading,
    options: found.map(toCommandOption),
    fit: best === undefined ? Infinity : (scoreMatch(getTitle(best), search) ?? contentMatchScore),
  };
};

/**
 * Groups the matches. The group with the best match comes first; among equally good groups, commands come before environments,
 * environments before requests, and requests before folders.
 */
const findGroups = (
  { mode, requests, commands, settings, environments, workspaces, folders, show }: PaletteContent,
  search: string,
): readonly Group[] => {
  const found = findRequests(requests, search, show);
  if (mode === 'requests') return [found];
  // Omit the workspace settings, which have a command already.
  const pages = Object.entries(screens).flatMap(([key, title]) =>
    key === 'workspace'
      ? []
      : [{ title: `Show ${title}`, words: getOwnValue(screenWords, key) ?? '', run: () => show(key) }],
  );
  // Offer environments, workspaces and folders only after typing: there may be many, and people know the name of
  // the one they want.
  const isTyped = search.trim() !== '';
  return [
    findCommands('Commands', [...commands, ...pages], search),
    ...(isTyped ? [findCommands('Settings', settings, search)] : []),
    ...(isTyped ? [findCommands('Environments', environments, search)] : []),
    ...(isTyped ? [findCommands('Workspaces', workspaces, search)] : []),
    found,
    ...(isTyped ? [findCommands('Folders', folders, search)] : []),
  ]
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => a.fit - b.fit);
};

/** Everything that the palette offers in the workspace, collected when the palette opens. */
const usePaletteContent = (mode: PaletteMode): PaletteContent => {
  const { showAndLeave } = useWorkspace();
  return {
    mode,
    requests: useRequests().requests,
    commands: [...useCommands(), ...useResponseCommands()],
    settings: useSettingCommands(),
    environments: useEnvironmentCommands(),
    workspaces: useWorkspaceCommands(),
    folders: useFolderCommands(),
    show: (key) => {
      showAndLeave(key);
      if (isRequestId(key)) focusUrl(key);
      else focusTab(key);
    },
  };
};

interface PaletteProps {
  readonly mode: PaletteMode;
  /** What was typed before the palette was loaded. */
  readonly typed: string;
}

const Lists = ({ mode, typed, onClose }: PaletteProps & { readonly onClose: () => void }) => {
  const content = usePaletteContent(mode);
  const [search, setSearch] = useState(typed);
  const [chosen, setChosen] = useState<string>();
  const groups = findGroups(content, search);
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
        placeholder={mode === 'requests' ? 'Open a request …' : 'Find a command, request or environment …'}
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

/** Finds commands and requests by a few letters, in the browser's own dialog. */
export const Palette = ({ mode, typed }: PaletteProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const { palette } = useWorkspace();
  const close = (): void => palette.set(undefined);
  useEffect(() => {
    if (dialog.current === null) return;
    if (!dialog.current.open) dialog.current.showModal();
    dialog.current.querySelector('input')?.focus();
  }, [mode]);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={mode === 'requests' ? 'Open a request' : 'Commands'}
      onCancel={(event) => {
        // The browser reports a closed dialog a little later. A key pressed meanwhile would have no effect.
        event.preventDefault();
        event.currentTarget.close();
        close();
      }}
      onClose={close}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
    >
      <Lists key={mode} mode={mode} typed={typed} onClose={close} />
    </dialog>
  );
};
