import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Preferences } from '../contract/preferences.js';
import { useLinkState } from '../link/use-link.js';
import { usePage } from '../shell/page.js';

/** The color themes of the page. */
export type Theme = NonNullable<Preferences['theme']>;

/** The chosen theme, and a function to change it. */
export const useTheme = () => {
  const { preferences, prefer } = usePreferences();
  return {
    theme: preferences.theme ?? 'system',
    setTheme: (theme: Theme): void => prefer({ theme }),
  };
};

/** Applies the chosen theme to the page. */
export const useAppliedTheme = (): void => {
  const { theme } = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
};

/** How the person has arranged the page, and a function to change it. */
export const usePreferences = (): {
  readonly preferences: Preferences;
  readonly prefer: (some: Preferences) => void;
} => {
  const { subscribe, get, change } = usePage().preferences;
  return { preferences: useSyncExternalStore(subscribe, get) ?? {}, prefer: change };
};

/** Loads the preferences; returns whether they are loaded. */
export const useLoadedPreferences = (): boolean => {
  const { load, flush } = usePage().preferences;
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: queryKeys.preferences,
    queryFn: async () => {
      await load();
      return true;
    },
    enabled,
    staleTime: 'static',
  });
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
    };
  }, [flush]);
  return data === true;
};
