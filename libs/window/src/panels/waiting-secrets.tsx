import type { Screen } from '../model/screens.js';
import { useGivenSecrets } from '../state/use-given-secrets.js';
import type { WaitingFor } from './waiting-notice.js';

/** Which secrets wait for the person's decision; undefined if none do. */
export const useWaitingSecrets = (show: (key: string) => void): WaitingFor | undefined => {
  const { secrets } = useGivenSecrets();
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
