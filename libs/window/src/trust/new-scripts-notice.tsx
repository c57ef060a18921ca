import type { Screen } from '../shell/screens.js';
import { useOutsideScripts } from './use-outside-scripts.js';
import type { PendingDecision } from '../shell/notices/waiting-notice.js';

/** The scripts that came in, read secrets or send, and wait for approval; undefined without any. */
export const useNewScripts = (show: (key: string) => void): PendingDecision | undefined => {
  const { outside } = useOutsideScripts();
  const asking = (outside?.scripts ?? []).filter(({ usesSecrets, sends }) => usesSecrets || sends);
  if (asking.length === 0) return undefined;
  return {
    sentence:
      asking.length === 1
        ? `The new script ${asking[0]?.path ?? ''} wants secrets or sends requests.`
        : `${asking.length} new scripts want secrets or send requests.`,
    about: asking.map(({ hash }) => hash).join(),
    action: 'Review',
    onAction: () => {
      show('folder' satisfies Screen);
    },
  };
};
