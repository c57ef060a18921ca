import type { Screen } from '../model/screens.js';
import { useGivenSecrets } from '../state/use-given-secrets.js';
import { WaitingNotice } from './waiting-notice.js';

/** Says which secrets wait for the person's decision, until it is closed or all are decided upon. */
export const WaitingSecrets = ({ show }: { readonly show: (key: string) => void }) => {
  const { secrets } = useGivenSecrets();
  const names = secrets.filter(({ decision }) => decision === 'waiting').map(({ name }) => name);
  if (names.length === 0) return null;
  const listed = names.join(', ');
  const it = names.length === 1 ? 'it' : 'them';
  return (
    <WaitingNotice
      sentence={`This workspace asks for ${listed}; Tandem's environment or your secret command has ${it}.`}
      about={listed}
      action="Decide"
      onAction={() => {
        show('environments' satisfies Screen);
      }}
    />
  );
};
