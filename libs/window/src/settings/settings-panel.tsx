import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, Field, SegmentedControl } from '../kit/index.js';
import { browser } from '../link/browser.js';
import { usePrefer, usePreference, type Theme, useTheme } from './preferences.js';
import '../style/shortcuts.css';

const themes: readonly { readonly value: Theme; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

const placements = [
  { value: 'right', title: 'Beside the request' },
  { value: 'below', title: 'Below the request' },
] as const;

/** How long it takes until the server has stored a change of the preferences, in milliseconds. */
const savedMs = 1_000;

/** The command that provides the values of secrets that have no value in Tandem. */
const SecretCommand = () => {
  const prefer = usePrefer();
  const secretCommand = usePreference((preferences) => preferences.secretCommand ?? '');
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? secretCommand;
  const isWrong = text.trim() !== '' && !text.includes('{name}');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        prefer({ secretCommand: text.trim() });
        setTyped(undefined);
        browser.later(savedMs, () => void queries.invalidateQueries({ queryKey: queryKeys.providedSecrets }));
      }}
    >
      <h2>Secrets from a password manager</h2>
      <Field
        label="Secret command"
        placeholder="op read op://work/{name}/password"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        hint="Runs without a shell when an execution needs a secret that has no value, once you have allowed that secret under Environments. Its output is never stored."
        {...(isWrong ? { error: 'Use {name} for the name of the secret.' } : {})}
      />
      <p className="row">
        <Button type="submit" disabled={isWrong || text.trim() === secretCommand}>
          Save
        </Button>
      </p>
    </form>
  );
};

/** The appearance of the window, which is kept across starts. */
export const SettingsPanel = () => {
  const prefer = usePrefer();
  const placement = usePreference((preferences) => preferences.placement ?? 'right');
  const { theme, setTheme } = useTheme();
  return (
    <section className="screen" aria-label="Settings">
      <h1>Settings</h1>
      <div className="settings">
        <span>Theme</span>
        <SegmentedControl label="Theme" value={theme} options={themes} onChange={setTheme} />
        <span>Response</span>
        <SegmentedControl
          label="Response"
          value={placement}
          options={placements}
          onChange={(next) => prefer({ placement: next })}
        />
      </div>
      <p className="quiet">In a narrow window, the response is always below the request.</p>
      <SecretCommand />
    </section>
  );
};

/** A keyboard shortcut. */
interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** All shortcuts by scope, as listed on the page. Ctrl is Cmd on a Mac. */
export const shortcuts: readonly { readonly where: string; readonly keys: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: 'Ctrl Enter', does: 'Send the open request' },
      { keys: 'Ctrl K', does: 'Find a command, request or environment' },
      { keys: 'Ctrl P', does: 'Open a request by name' },
      { keys: 'Ctrl B', does: 'Show or hide the list of requests' },
      { keys: 'Alt N', does: 'New request' },
      { keys: 'Shift Alt N', does: 'New folder' },
      { keys: 'Alt W', does: 'Close the tab' },
      { keys: 'Ctrl Shift T', does: 'Reopen the closed tab' },
      { keys: 'Alt Shift T', does: 'Reopen the closed tab, in a browser that keeps Ctrl+Shift+T' },
      { keys: 'Alt PageDown', does: 'Next tab' },
      { keys: 'Alt PageUp', does: 'Previous tab' },
      { keys: 'F6', does: 'Next pane: the list, the request, the response' },
      { keys: 'Shift F6', does: 'Previous pane' },
      { keys: 'Esc', does: 'Close dialog' },
      { keys: '?', does: 'Show the shortcuts' },
    ],
  },
  {
    where: 'In a request',
    keys: [
      { keys: 'Enter', does: 'Send, in the URL' },
      { keys: 'Alt Enter', does: 'Explain the variable at the cursor, or create it' },
      { keys: 'Shift Alt F', does: 'Format the body' },
      { keys: 'Ctrl F', does: 'Search the body, script or response' },
    ],
  },
  {
    where: 'In the list of requests',
    keys: [
      { keys: 'Enter', does: 'Open the request, with the cursor in its URL' },
      { keys: 'Space', does: 'Show the request in the preview tab' },
      { keys: 'F2', does: 'Rename' },
      { keys: 'Ctrl D', does: 'Duplicate' },
      { keys: 'Del', does: 'Delete' },
      { keys: 'Ctrl Click', does: 'Select one more, or one less' },
      { keys: 'Shift Click', does: 'Select all up to here; also Shift with ↑ and ↓' },
      { keys: 'Ctrl Space', does: 'Select the line with the focus; Ctrl with ↑ and ↓ moves only the focus' },
      { keys: 'Ctrl A', does: 'Select all' },
      { keys: 'Ctrl Z', does: 'Undo your last change' },
      { keys: 'Ctrl Shift Z', does: 'Redo it' },
      { keys: 'Alt ↑', does: 'Move up in its folder' },
      { keys: 'Alt ↓', does: 'Move down in its folder' },
      { keys: 'Alt Enter', does: 'Settings of a folder' },
      { keys: 'Shift F10', does: 'Menu' },
    ],
  },
  {
    where: 'In other lists',
    keys: [
      { keys: '↑ ↓', does: 'Go to the previous or next entry' },
      { keys: 'Enter', does: 'Open the request, or activate the environment' },
      { keys: 'F2', does: 'Rename the environment' },
      { keys: 'Del', does: 'Delete the environment or cookie' },
      { keys: 'Shift F10', does: 'Menu' },
    ],
  },
];

/** The keyboard shortcuts, by scope. */
export const ShortcutsPanel = () => (
  <section className="screen" aria-label="Shortcuts" tabIndex={0}>
    <h1>Shortcuts</h1>
    <div className="shortcuts">
      {shortcuts.map(({ where, keys: listed }) => (
        <section key={where} className="stack" aria-label={where}>
          <h2>{where}</h2>
          <table className="plain-table">
            <tbody>
              {listed.map(({ keys, does }) => (
                <tr key={keys}>
                  <th scope="row">
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
    <p className="quiet">On a Mac, Cmd stands for Ctrl.</p>
  </section>
);
