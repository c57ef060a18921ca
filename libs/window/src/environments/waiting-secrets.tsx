import type { Screen } from '../shell/screens.js';
import { useProvidedSecrets } from './use-given-secrets.js';
import type { PendingDecision } from '../shell/notices/waiting-notice.js';

/** Which secrets wait for the person's decision; undefined if none do. */
export const usePendingSecrets = (show: (key: string) => void): PendingDecision | undefined => {
  const { secrets } = useProvidedSecrets();
  const names = secrets.filter(({ decision }) => decision === 'waiting').map(({ name }) => name);
  if (names.length === 0) return undefined;
  const listed = names.join(', ');
  const it = names.length === 1 ? 'it' : 'them';
  return {
    sentence: `This workspace asks for ${listed}; Tandem's environment or your secret command has ${it}.`,
    about: listed,
    action: 'Decide',
    onAction: () => {
      show('environments' satisfies Screen);
    },
  };
};
