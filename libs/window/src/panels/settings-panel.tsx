import { Segmented } from '../kit/index.js';
import { usePreferences } from '../state/preferences.js';
import { type Theme, useTheme } from '../state/use-theme.js';

const themes: readonly { readonly value: Theme; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

const placements = [
  { value: 'right', title: 'Beside the request' },
  { value: 'below', title: 'Below the request' },
] as const;

/** How the window looks; it is kept from start to start. */
export const SettingsPanel = () => {
  const { preferences, prefer } = usePreferences();
  const { theme, setTheme } = useTheme();
  return (
    <section className="screen" aria-label="Settings">
      <h1>Settings</h1>
      <div className="settings">
        <span>Theme</span>
        <Segmented label="Theme" value={theme} options={themes} onChange={setTheme} />
        <span>Response</span>
        <Segmented
          label="Response"
          value={preferences.placement ?? 'right'}
          options={placements}
          onChange={(placement) => prefer({ placement })}
        />
      </div>
      <p className="quiet">In a narrow window, the response is always below the request.</p>
    </section>
  );
};
