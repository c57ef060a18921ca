import { useSyncExternalStore } from 'react';

import { usePage } from '../page.js';
import type { Messages, UserMessage } from './messages.js';

/** Shows a message about something without a visible effect. */
export const useSay = (): Messages['say'] => usePage().messages.say;

/** The current message. */
export const useUserMessage = (): UserMessage | undefined => {
  const { subscribe, get } = usePage().messages;
  return useSyncExternalStore(subscribe, get);
};

/** Copies text, and confirms it in words such as `the MCP address`. */
export const useCopy = () => {
  const say = useSay();
  return (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(
      () => say(`Copied ${what}`),
      () => say(`The browser did not allow copying ${what}: ${text}`),
    );
  };
};
