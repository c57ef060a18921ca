import { getOwnValue } from '@tandem/core/codec';

import type { Preferences } from '../contract.js';

/** The commands with shortcuts that work everywhere and can be changed. Menus show the first shortcut. */
export const commands = {
  send: { does: 'Send the open request', keys: ['Ctrl Enter'] },
  palette: { does: 'Find a command, request or environment', keys: ['Ctrl K'] },
  openRequest: { does: 'Open a request by name', keys: ['Ctrl P'] },
  focusUrl: { does: 'Go to the URL', keys: ['Ctrl L'] },
  list: { does: 'Show or hide the list of requests', keys: ['Ctrl B'] },
  newRequest: { does: 'New request', keys: ['Alt N'] },
  newFolder: { does: 'New folder', keys: ['Shift Alt N'] },
  closeTab: { does: 'Close the tab', keys: ['Alt W'] },
  reopenTab: { does: 'Reopen the closed tab', keys: ['Shift Ctrl T', 'Shift Alt T'] },
  nextTab: { does: 'Next tab', keys: ['Alt PageDown'] },
  previousTab: { does: 'Previous tab', keys: ['Alt PageUp'] },
  nextPane: { does: 'Next pane: the list, the URL, the editor, the response', keys: ['F6'] },
  previousPane: { does: 'Previous pane', keys: ['Shift F6'] },
  trust: { does: 'Show what waits for you, and what agents may do', keys: ['Alt T'] },
  shortcuts: { does: 'Show the shortcuts', keys: ['?'] },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly keys: readonly string[] }>>;

/** The id of a command with a shortcut. */
export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as readonly CommandId[];

/** The keys that a person has chosen, by command. */
export type ChosenKeys = NonNullable<Preferences['shortcuts']>;

/** Lists the keys of a command: those that the person has chosen, otherwise the default ones. */
export const listKeys = (id: CommandId, chosen: ChosenKeys): readonly string[] => {
  const own = getOwnValue(chosen, id);
  return own === undefined ? commands[id].keys : [own];
};

/** Assigns a command to each key. The person's keys take precedence over default keys of other commands. */
export const bindKeys = (chosen: ChosenKeys): ReadonlyMap<string, CommandId> =>
  new Map([
    ...commandIds.flatMap((id) => listKeys(id, chosen).map((keys): [string, CommandId] => [keys, id])),
    ...commandIds.flatMap((id): [string, CommandId][] => {
      const own = getOwnValue(chosen, id);
      return own === undefined ? [] : [[own, id]];
    }),
  ]);

/** Keys that editors, dialogs and menus need, so that no command can use them. */
const reservedKeys: ReadonlySet<string> = new Set([
  ...['A', 'C', 'F', 'V', 'X', 'Y', 'Z'].map((letter) => `Ctrl ${letter}`),
  ...['Shift Ctrl Z', 'Ctrl D', 'Alt ArrowUp', 'Alt ArrowDown', 'Alt Enter'],
  ...['Enter', 'Escape', 'Tab', 'Delete', 'Backspace', 'Home', 'End', 'PageUp', 'PageDown', 'F2', 'F3'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Shift F10', 'Shift F3'],
]);

/** Keys that browsers handle before the page can, and those that reload the page. */
const browserKeys: ReadonlySet<string> = new Set([
  'Ctrl W',
  'Ctrl T',
  'Ctrl N',
  'F5',
  'Ctrl R',
  'Shift Ctrl R',
]);

/** Whether only modifiers have been pressed so far. */
const isModifier = (keys: string): boolean =>
  /^(?:(?:Shift|Ctrl|Alt) )*(?:Shift|Control|Alt|Meta|AltGraph)$/.test(keys);

/** Returns why keys cannot be assigned to a command; null if they can be, undefined while they are incomplete. */
export const findKeysProblem = (
  id: CommandId,
  keys: string,
  chosen: ChosenKeys,
): string | null | undefined => {
  if (isModifier(keys)) return undefined;
  if (reservedKeys.has(keys)) return 'These keys have a meaning in every text and list.';
  if (browserKeys.has(keys)) return 'The browser keeps these keys for itself.';
  if (!/^(?:Shift |Ctrl |Alt )|^F\d/.test(keys) && keys !== '?')
    return 'Add Ctrl or Alt, so that you can still type.';
  const other = bindKeys(chosen).get(keys);
  return other === undefined || other === id ? null : `Already used: ${commands[other].does}.`;
};

/** Formats keys as menus show them, such as `Ctrl+Shift+T`. */
export const formatShortcut = (keys: string): string => {
  const parts = keys.split(' ');
  const order = ['Ctrl', 'Alt', 'Shift'];
  const modifiers = order.filter((one) => parts.includes(one));
  return [...modifiers, ...parts.filter((part) => !order.includes(part))].join('+');
};
