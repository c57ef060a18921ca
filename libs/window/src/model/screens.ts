/** The tabs that are no request, by their keys. */
export const screens = {
  workspace: 'Workspace',
  environments: 'Environments',
  cookies: 'Cookies',
  folder: 'Folder',
  history: 'History',
  runs: 'Runs',
  activity: 'Activity',
  connect: 'Connect an agent',
  shortcuts: 'Shortcuts',
  settings: 'Settings',
} as const;
export type Screen = keyof typeof screens;

/** Whether a tab's key is that of a screen. */
export const isScreen = (key: string): key is Screen => Object.hasOwn(screens, key);

/** Whether a tab's key is that of a folder. */
export const isFolderTab = (key: string): boolean => key.startsWith('fold_');

/** A key that does something, wherever the focus is. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** Every shortcut, as the page lists them; Ctrl is Cmd on a Mac. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'Ctrl Enter', does: 'Send the open request' },
  { keys: 'Ctrl K', does: 'Find a command' },
  { keys: 'Ctrl P', does: 'Open a request by name' },
  { keys: 'Ctrl B', does: 'Show or hide the list of requests' },
  { keys: 'Alt N', does: 'New request' },
  { keys: 'Shift Alt N', does: 'New folder' },
  { keys: 'Alt W', does: 'Close the tab' },
  { keys: 'Alt PageDown', does: 'Next tab' },
  { keys: 'Alt PageUp', does: 'Previous tab' },
  { keys: '?', does: 'Show the shortcuts' },
  {
    keys: 'Alt Enter',
    does: 'Explain the variable at the cursor, or create it; settings of a folder, in the tree',
  },
  { keys: 'Shift Alt F', does: 'Format the body' },
  { keys: 'Ctrl F', does: 'Find in the body, of a request or a response' },
  { keys: 'F2', does: 'Rename, in the tree' },
  { keys: 'Alt ↑', does: 'Move up in its folder, in the tree' },
  { keys: 'Alt ↓', does: 'Move down in its folder, in the tree' },
  { keys: 'Del', does: 'Delete, in the tree' },
  { keys: 'Shift F10', does: 'Menu of a request or folder, in the tree' },
  { keys: 'Ctrl D', does: 'Duplicate, in the tree' },
];

/** What a key press is, in the words of the list, with Cmd as Ctrl. */
export const keysOf = (event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string => {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isCommand = event.ctrlKey || event.metaKey;
  // Without them, Shift is part of what is typed.
  const isShifted = event.shiftKey && (isCommand || event.altKey);
  return [isShifted ? 'Shift' : '', isCommand ? 'Ctrl' : '', event.altKey ? 'Alt' : '', key]
    .filter(Boolean)
    .join(' ');
};
