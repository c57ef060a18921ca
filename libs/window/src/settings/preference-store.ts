import { createListeners } from '@tandem/core';
import { decode } from '@tandem/core/codec';

import { Preferences } from '../contract.js';
import type { SessionText } from '../environments/environment-rows.js';

/** The effects that a {@link PreferenceStore} needs. */
export interface PreferenceEffects {
  /** The browser's storage of this tab. It survives a reload, and a write throws if it is full. */
  readonly session: SessionText;
  /** The stored preferences, not decoded yet. */
  readonly fetch: () => Promise<unknown>;
  /** Stores all preferences; rejects if they are not stored. */
  readonly send: (preferences: Preferences) => Promise<void>;
  readonly later: (ms: number, work: () => void) => () => void;
}

/** The preferences of this page. A change is in the browser immediately and reaches the server shortly afterwards. */
export interface PreferenceStore {
  /** Loads the stored preferences. Changes that were not confirmed before a reload take precedence. */
  readonly load: () => Promise<void>;
  /** Undefined until they are loaded. */
  readonly get: () => Preferences | undefined;
  readonly change: (some: Preferences) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends unconfirmed changes, for a page that is about to close. */
  readonly flush: () => void;
}

/** How long after the last change the preferences are sent, in milliseconds. */
const quietMs = 200;

const decodePreferences = (value: unknown): Preferences => {
  const result = decode(Preferences)(value);
  return result._tag === 'Right' ? result.right : {};
};

const parsePreferencesText = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
};

/** Unconfirmed changes. They also outlive a reload. */
const createUnconfirmed = (session: SessionText) => {
  let changes = decodePreferences(parsePreferencesText(session.read()));
  const set = (next: Preferences): void => {
    changes = next;
    try {
      session.write(JSON.stringify(next));
    } catch {
      // The browser's storage is full. The server still receives the change.
    }
  };
  return {
    get: () => changes,
    isEmpty: () => Object.keys(changes).length === 0,
    add: (some: Preferences): void => {
      set({ ...changes, ...some });
    },
    /** Drops the sent changes, unless changed again since. */
    confirm: (sent: Preferences): void => {
      if (changes === sent) set({});
    },
  };
};

/** Creates a store; `load` it before use. */
export const createPreferenceStore = (effects: PreferenceEffects): PreferenceStore => {
  const { session, fetch, send, later } = effects;
  const unconfirmed = createUnconfirmed(session);
  const { notify, subscribe } = createListeners();
  let preferences: Preferences | undefined;
  let isSending = false;
  let stopWaiting = (): void => undefined;
  const flush = async (): Promise<void> => {
    stopWaiting();
    if (preferences === undefined || unconfirmed.isEmpty()) return;
    const sent = unconfirmed.get();
    isSending = true;
    try {
      await send(preferences);
      unconfirmed.confirm(sent);
    } catch {
      return; // They are sent with the next change, or after a reload.
    } finally {
      isSending = false;
    }
    if (!unconfirmed.isEmpty()) plan();
  };
  const plan = (): void => {
    stopWaiting();
    // One request at a time, or an older one could arrive last.
    stopWaiting = later(quietMs, () => {
      if (!isSending) void flush();
    });
  };
  const become = (next: Preferences): void => {
    preferences = next;
    notify();
    if (!unconfirmed.isEmpty()) plan();
  };
  return {
    get: () => preferences,
    load: async () => {
      const stored = await fetch().catch(() => ({}));
      become({ ...decodePreferences(stored), ...unconfirmed.get() });
    },
    change: (some) => {
      unconfirmed.add(some);
      become({ ...preferences, ...some });
    },
    subscribe,
    flush: () => void flush(),
  };
};
