import { useSyncExternalStore } from 'react';

import { usePage } from '../page.js';
import type { Messages, UserMessage } from './messages.js';

/** Shows a message about something whose effect is not visible. */
export const useSay = (): Messages['say'] => usePage().messages.say;

/** The message that is shown now. */
export const useUserMessage = (): UserMessage | undefined => {
  const { subscribe, get } = usePage().messages;
  return useSyncExternalStore(subscribe, get);
};

/** Copies a text, and says so in words such as `the MCP address`. */
export const useCopy = () => {
  const say = useSay();
  return (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(
      () => say(`Copied ${what}`),
      () => say(`The browser did not allow copying ${what}: ${text}`),
    );
  };
};
