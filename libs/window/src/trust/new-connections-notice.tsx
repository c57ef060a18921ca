import type { Screen } from '../shell/screens.js';
import { useConnectionReviews } from './use-connection-reviews.js';
import type { PendingDecision } from '../shell/notices/waiting-notice.js';

/** The settings that decide who can read what is sent, and wait for the person; undefined without any. */
export const useNewConnections = (show: (key: string) => void): PendingDecision | undefined => {
  const { settings } = useConnectionReviews();
  const [first] = settings;
  if (first === undefined) return undefined;
  return {
    sentence:
      settings.length === 1
        ? `Somebody else could read what you send: ${first.value} waits for you.`
        : `Somebody else could read what you send: ${settings.length} settings wait for you.`,
    about: settings.map(({ key }) => key).join(),
    action: 'Review',
    onAction: () => {
      show('folder' satisfies Screen);
    },
  };
};
