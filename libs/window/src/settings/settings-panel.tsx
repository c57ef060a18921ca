import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, Field, SegmentedControl } from '../kit/index.js';
import { linkEffects } from '../link/browser.js';
import { useChangePreferences, usePreference, type Theme, useTheme } from './preferences.js';

const themes: readonly { readonly value: Theme; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

const placements = [
  { value: 'right', title: 'Beside the request' },
  { value: 'below', title: 'Below the request' },
] as const;

/**
 * After which times the secrets are read again when the command has changed, in milliseconds. A busy server takes longer to
 * store the preferences.
 */
const rereadMs = [1_000, 4_000, 12_000];

/** Edits the command that provides values of secrets for which Tandem has none. */
const SecretCommand = () => {
  const prefer = useChangePreferences();
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
        for (const ms of rereadMs)
          linkEffects.later(
            ms,
            () => void queries.invalidateQueries({ queryKey: queryKeys.providedSecrets }),
          );
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

/** Edits the appearance of the window and other preferences, which are stored across starts. */
export const SettingsPanel = () => {
  const prefer = useChangePreferences();
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
