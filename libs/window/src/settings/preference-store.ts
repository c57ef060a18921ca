import { createListeners } from '@tandem/core';
import { decode } from '@tandem/core/codec';

import { Preferences } from '../contract.js';
import type { SessionText } from '../environments/environment-rows.js';

/** The effects that a {@link PreferenceStore} needs. */
export interface PreferenceEffects {
  /** The browser's storage of this tab, which survives a reload. Writing throws if the storage is full. */
  readonly session: SessionText;
  /** Loads the stored preferences, not decoded yet. */
  readonly fetch: () => Promise<unknown>;
  /** Stores all preferences; rejects if that fails. */
  readonly send: (preferences: Preferences) => Promise<void>;
  readonly later: (ms: number, work: () => void) => () => void;
}

/** The preferences of this page. A change is stored in the browser immediately and sent to the server shortly afterwards. */
export interface PreferenceStore {
  /** Loads the stored preferences. Changes that were made before a reload and not confirmed take precedence. */
  readonly load: () => Promise<void>;
  /** Returns the preferences; undefined until they are loaded. */
  readonly get: () => Preferences | undefined;
  readonly change: (some: Preferences) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends unconfirmed changes immediately, because the page is about to close. */
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

/** Manages the changes that the server has not confirmed. They survive a reload. */
const createUnconfirmedChanges = (session: SessionText) => {
  let changes = decodePreferences(parsePreferencesText(session.read()));
  const set = (next: Preferences): void => {
    changes = next;
    try {
      session.write(JSON.stringify(next));
    } catch {
      // The browser's storage is full, but the server still gets the change.
    }
  };
  return {
    get: () => changes,
    isEmpty: () => Object.keys(changes).length === 0,
    add: (some: Preferences): void => {
      set({ ...changes, ...some });
    },
    /** Removes the changes that were sent, unless they have changed again. */
    confirm: (sent: Preferences): void => {
      if (changes === sent) set({});
    },
  };
};

/** Creates a store; call `load` before using it. */
export const createPreferenceStore = (effects: PreferenceEffects): PreferenceStore => {
  const { session, fetch, send, later } = effects;
  const unconfirmed = createUnconfirmedChanges(session);
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
      return; // The changes are sent with the next one, or after a reload.
    } finally {
      isSending = false;
    }
    if (!unconfirmed.isEmpty()) plan();
  };
  const plan = (): void => {
    stopWaiting();
    // Send one request at a time. Otherwise an older one could arrive last.
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
