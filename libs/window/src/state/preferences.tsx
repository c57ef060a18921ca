import { decode } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Preferences } from '../contract/preferences.js';
import { ownFetch } from '../link/own-fetch.js';
import { useLinkState } from '../link/use-link.js';

interface Kept {
  readonly preferences: Preferences;
  /** Sets what is given and writes all down a moment later. */
  readonly prefer: (some: Preferences) => void;
}

const PreferencesContext = createContext<Kept>({ preferences: {}, prefer: () => undefined });

/** How the person has arranged the page, and a way to say so. */
export const usePreferences = (): Kept => use(PreferencesContext);

const read = async (): Promise<Preferences> => {
  const decoded = decode(Preferences)(await (await ownFetch('/preferences')).json());
  return decoded._tag === 'Right' ? decoded.right : {};
};

const write = (preferences: Preferences): void => {
  // What cannot be written now is written with the next change.
  ownFetch('/preferences', { method: 'PUT', body: JSON.stringify(preferences), keepalive: true }).catch(
    () => undefined,
  );
};

/** How long after the last change it is written down, in milliseconds. */
const quietMs = 200;

const Loaded = ({ first, children }: { readonly first: Preferences; readonly children: ReactNode }) => {
  const [preferences, setPreferences] = useState(first);
  const isFirst = useRef(true);
  const prefer = useCallback((some: Preferences) => {
    setPreferences((present) => ({ ...present, ...some }));
  }, []);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = window.setTimeout(write, quietMs, preferences);
    const writeNow = (): void => {
      write(preferences);
    };
    window.addEventListener('pagehide', writeNow);
    return () => {
      window.removeEventListener('pagehide', writeNow);
      window.clearTimeout(timer);
    };
  }, [preferences]);
  const kept = useMemo(() => ({ preferences, prefer }), [preferences, prefer]);
  return <PreferencesContext value={kept}>{children}</PreferencesContext>;
};

/** Reads the preferences before it shows its children. */
export const PreferencesProvider = ({ children }: { readonly children: ReactNode }) => {
  const enabled = useLinkState().kind === 'open';
  const { data, isError } = useQuery({
    queryKey: ['preferences'],
    queryFn: read,
    enabled,
    staleTime: Infinity,
  });
  const first = data ?? (isError ? {} : undefined);
  return first ? <Loaded first={first}>{children}</Loaded> : <main className="blank" />;
};
