import { Pencil, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';

import { IconButton, Kbd } from '../kit/index.js';
import { formatKeys } from '../shell/screens.js';
import {
  type ChosenKeys,
  type CommandId,
  commandIds,
  commands,
  findKeysProblem,
  formatShortcut,
  listKeys,
} from '../shell/shortcuts.js';
import { useChosenKeys, useChangePreferences } from './preferences.js';
import '../style/shortcuts.css';

/** A keyboard shortcut. */
interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** The shortcuts of a part of the window, which cannot be changed. On a Mac, Ctrl means Cmd. */
export const shortcuts: readonly { readonly where: string; readonly keys: readonly Shortcut[] }[] = [
  {
    where: 'In a request',
    keys: [
      { keys: 'Enter', does: 'Send, in the URL' },
      { keys: 'Esc', does: 'Cancel the request while it runs' },
      { keys: 'Alt Enter', does: 'Explain the variable at the cursor, or create it' },
      { keys: 'Shift Alt F', does: 'Format the body' },
      { keys: 'Ctrl F', does: 'Search the body, script or response' },
      { keys: 'F3', does: 'Go to the next match; with Shift to the previous one' },
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
      { keys: '↑ ↓', does: 'Go to the previous or next entry; ↓ also goes from a search to its list' },
      { keys: 'Enter', does: 'Open the request, or activate the environment' },
      { keys: 'F2', does: 'Rename the environment' },
      { keys: 'Del', does: 'Delete the environment or cookie' },
      {
        keys: 'Ctrl Click',
        does: 'Select two executions in the history, to compare them; also Shift with ↑ and ↓',
      },
      { keys: 'Shift F10', does: 'Menu' },
    ],
  },
];

const removeKeys = (chosen: ChosenKeys, id: CommandId): ChosenKeys =>
  Object.fromEntries(Object.entries(chosen).filter(([command]) => command !== id));

interface ChoosingProps {
  readonly id: CommandId;
  readonly onDone: () => void;
}

/** Waits for the next key combination, and assigns it to a command. */
const KeysField = ({ id, onDone }: ChoosingProps) => {
  const chosen = useChosenKeys();
  const prefer = useChangePreferences();
  const [problem, setProblem] = useState<string>();
  const hear = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      onDone();
      return;
    }
    const keys = formatKeys(event);
    const found = findKeysProblem(id, keys, chosen);
    if (typeof found === 'string') setProblem(found);
    if (found !== null) return;
    prefer({ shortcuts: { ...chosen, [id]: keys } });
    onDone();
  };
  return (
    <>
      <input
        className="keys-field"
        data-choosing-keys
        aria-label={`New keys for ${commands[id].does}`}
        placeholder="Press keys"
        readOnly
        autoFocus
        onKeyDown={hear}
        onBlur={onDone}
      />
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** Shows a command with its keys, which can be changed. */
const CommandRow = ({ id }: { readonly id: CommandId }) => {
  const chosen = useChosenKeys();
  const prefer = useChangePreferences();
  const [isChoosing, setIsChoosing] = useState(false);
  const { does } = commands[id];
  return (
    <tr>
      <th scope="row">
        {isChoosing ? (
          <KeysField id={id} onDone={() => setIsChoosing(false)} />
        ) : (
          listKeys(id, chosen).map((keys) => <Kbd key={keys} keys={formatShortcut(keys)} />)
        )}
      </th>
      <td>{does}</td>
      <td className="keys-actions">
        <IconButton
          icon={Pencil}
          look="small"
          label={`Change the keys for ${does}`}
          tooltip="Change"
          onClick={() => setIsChoosing(true)}
        />
        {id in chosen && (
          <IconButton
            icon={RotateCcw}
            look="small"
            label={`Use the default keys for ${does}`}
            tooltip="Use the default"
            onClick={() => prefer({ shortcuts: removeKeys(chosen, id) })}
          />
        )}
      </td>
    </tr>
  );
};

const Everywhere = () => (
  <section className="stack" aria-label="Everywhere">
    <h2>Everywhere</h2>
    <table className="plain-table">
      <tbody>
        {commandIds.map((id) => (
          <CommandRow key={id} id={id} />
        ))}
        <tr>
          <th scope="row">
            <Kbd keys="Esc" />
          </th>
          <td>Close dialog</td>
        </tr>
      </tbody>
    </table>
  </section>
);

/** Lists the keyboard shortcuts by scope. Those that work everywhere can be changed. */
export const ShortcutsPanel = () => (
  <section className="screen" aria-label="Shortcuts" tabIndex={0}>
    <h1>Shortcuts</h1>
    <div className="shortcuts">
      <Everywhere />
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
    <p className="quiet">
      On a Mac, Cmd stands for Ctrl. A browser may keep some keys for itself; Tandem's own window does not.
    </p>
  </section>
);
