/** The tabs that are not requests, by key. */
export const screens = {
  workspace: 'Workspace',
  environments: 'Environments',
  cookies: 'Cookies',
  folder: 'Folder',
  git: 'Git',
  trust: 'Trust',
  history: 'History',
  runs: 'Runs',
  activity: 'Activity',
  connect: 'Connect an agent',
  shortcuts: 'Shortcuts',
  settings: 'Settings',
} as const;
export type Screen = keyof typeof screens;

/** Whether the key of a tab belongs to a screen. */
export const isScreen = (key: string): key is Screen => Object.hasOwn(screens, key);

/** Whether the key of a tab belongs to a folder. */
export const isFolderTab = (key: string): boolean => key.startsWith('fold_');

/** Formats a key press in the notation of the commands. Cmd becomes Ctrl. */
export const formatKeys = (event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string => {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isCommand = event.ctrlKey || event.metaKey;
  // In other key presses, Shift is already part of the typed character.
  const isShifted = event.shiftKey && (isCommand || event.altKey || /^F\d/.test(event.key));
  return [isShifted ? 'Shift' : '', isCommand ? 'Ctrl' : '', event.altKey ? 'Alt' : '', key]
    .filter(Boolean)
    .join(' ');
};
