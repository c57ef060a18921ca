import { useEffect } from 'react';

import type { Preferences } from '../contract/preferences.js';
import { usePreferences } from './preferences.js';

/** How the page is coloured. */
export type Theme = NonNullable<Preferences['theme']>;

/** The theme that the person has chosen, and a way to choose another one. */
export const useTheme = () => {
  const { preferences, prefer } = usePreferences();
  return {
    theme: preferences.theme ?? 'system',
    setTheme: (theme: Theme): void => prefer({ theme }),
  };
};

/** Colours the page as the person has chosen. */
export const useAppliedTheme = (): void => {
  const { theme } = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
};
