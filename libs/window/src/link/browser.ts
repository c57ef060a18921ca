import { parseJson, stringifyJson } from '@tandem/core/codec';

import type { PreferenceEffects } from '../settings/preference-store.js';
import type { SessionText } from '../environments/environment-rows.js';
import type { UnsavedEffects } from '../requests/drafts/unsaved.js';
import { createJsonBlob, isShortJson } from './json-pieces.js';
import type { LinkEffects } from './link.js';
import { splitLongMessages } from './long-messages.js';
import { suspectServer } from '../served/trust.js';
import { openSocket } from './early.js';
import { fetchFromServer, enterSession } from './page-session.js';

/** The browser APIs that a link needs. */
export const linkEffects: LinkEffects = {
  enter: enterSession,
  openSocket: () => {
    const socket = openSocket();
    socket.addEventListener('close', suspectServer);
    return splitLongMessages(socket);
  },
  later: (ms, work) => {
    const timer = window.setTimeout(work, ms);
    return () => {
      window.clearTimeout(timer);
    };
  },
};

/** A text in the browser's session storage of this tab. */
const createSessionText = (key: string): SessionText => ({
  read: () => sessionStorage.getItem(key),
  write: (text) => {
    sessionStorage.setItem(key, text);
  },
});

/** Stores unsaved variables, so that they survive a reload. */
export const variablesText = createSessionText('tandem.variables');

/** Maximum size of a call that a closing page can still send, in bytes. */
const maxKeepaliveBytes = 60_000;

const put = async (path: string, init: RequestInit): Promise<void> => {
  const { ok, status } = await fetchFromServer(path, { ...init, method: 'PUT' });
  if (!ok) throw new Error(`Tandem answered PUT ${path} with ${status}.`);
};

/** Sends `value` in a request that continues after the page is closed. */
const putBeforeClose = (path: string, value: unknown): Promise<void> => {
  const body = stringifyJson(value);
  return put(path, { body, keepalive: body.length < maxKeepaliveBytes });
};

/** Sends `value` without blocking the page if it is long. */
const putInPieces = async (path: string, value: unknown): Promise<void> => {
  await (isShortJson(value) ? putBeforeClose(path, value) : put(path, { body: await createJsonBlob(value) }));
};

/** The browser APIs that unsaved edits need. */
export const unsavedEdits: Omit<UnsavedEffects, 'later'> = {
  session: createSessionText('tandem.unsaved'),
  onLeave: (work) => window.addEventListener('pagehide', work),
  send: (edits, isLeaving) => (isLeaving ? putBeforeClose : putInPieces)('/unsaved', edits),
  fetch: async () =>
    parseJson(await (await fetchFromServer('/unsaved')).text()) as Readonly<Record<string, unknown>>,
};

/** The browser APIs that the preferences need. */
export const preferenceEffects: Omit<PreferenceEffects, 'later'> = {
  session: createSessionText('tandem.preferences'),
  send: (preferences) => putBeforeClose('/preferences', preferences),
  fetch: async () => (await fetchFromServer('/preferences')).json() as Promise<unknown>,
};
