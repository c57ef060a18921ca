import { X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../kit/index.js';
import type { Screen } from '../model/screens.js';
import { useGivenSecrets } from '../state/use-given-secrets.js';

/** Says which secrets wait for the person's decision, until it is closed or all are decided upon. */
export const WaitingSecrets = ({ show }: { readonly show: (key: string) => void }) => {
  const { secrets } = useGivenSecrets();
  const [closed, setClosed] = useState('');
  const names = secrets.filter(({ decision }) => decision === 'waiting').map(({ name }) => name);
  const listed = names.join(', ');
  if (names.length === 0 || listed === closed) return null;
  const it = names.length === 1 ? 'it' : 'them';
  const sentence = `This workspace asks for ${listed}; Tandem's environment or your secret command has ${it}.`;
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      <button
        type="button"
        className="link"
        onClick={() => {
          show('environments' satisfies Screen);
        }}
      >
        Decide
      </button>
      <IconButton
        icon={X}
        look="small"
        label={`Close: ${sentence}`}
        tooltip="Close"
        onClick={() => {
          setClosed(listed);
        }}
      />
    </div>
  );
};
