import { getOwnValue } from '@tandem/core/codec';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Preferences } from '../contract.js';
import { useLinkState } from '../link/use-link.js';
import { usePage } from '../shell/page.js';
import { type ChosenKeys, type CommandId, formatShortcut, listKeys } from '../shell/shortcuts.js';
import { useSelected } from '../shell/store.js';
import type { PreferenceStore } from './preference-store.js';

/** The color themes of the page. */
export type Theme = NonNullable<Preferences['theme']>;

const noPreferences: Preferences = {};

/** Selects a part of the preferences. */
export const usePreference = <A>(select: (preferences: Preferences) => A): A =>
  useSelected(usePage().preferences, (preferences) => select(preferences ?? noPreferences));

/** Returns a function that changes preferences. */
export const useChangePreferences = (): ((some: Preferences) => void) => usePage().preferences.change;

/** The sizes of the panels of a group, and a function to store them. */
export const useLayout = (group: string) => {
  const { get, change } = usePage().preferences;
  return {
    layout: usePreference(({ layouts = {} }) => getOwnValue(layouts, group)),
    storeLayout: (layout: Readonly<Record<string, number>>): void =>
      change({ layouts: { ...get()?.layouts, [group]: layout } }),
  };
};

const noKeys: ChosenKeys = {};

/** The keys that the person has chosen, by command. */
export const useChosenKeys = (): ChosenKeys => usePreference(({ shortcuts }) => shortcuts ?? noKeys);

/** The keys of a command as menus show them. */
export const useShortcut = (id: CommandId): string => formatShortcut(listKeys(id, useChosenKeys())[0] ?? '');

/** The chosen theme, and a function to change it. */
export const useTheme = () => {
  const prefer = useChangePreferences();
  return {
    theme: usePreference(({ theme }) => theme ?? 'system'),
    setTheme: (theme: Theme): void => prefer({ theme }),
  };
};

/** Applies the selected theme to the page. */
export const useAppliedTheme = (): void => {
  const { theme } = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
};

/** Loads the preferences into their store, once. */
export const createPreferencesQuery = ({ load }: Pick<PreferenceStore, 'load'>) =>
  queryOptions({
    queryKey: queryKeys.preferences,
    queryFn: async () => {
      await load();
      return true;
    },
    staleTime: 'static',
  });

/** Loads the preferences, and returns whether they are loaded. */
export const useLoadedPreferences = (): boolean => {
  const { preferences } = usePage();
  const { flush } = preferences;
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({ ...createPreferencesQuery(preferences), enabled });
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
    };
  }, [flush]);
  return data === true;
};
