import { X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../kit/index.js';
import type { Screen } from '../model/screens.js';
import { useOutsideScripts } from '../state/use-outside-scripts.js';

/** Says that scripts came in that read secrets or send, until it is closed or they are approved. */
export const NewScriptsNotice = ({ show }: { readonly show: (key: string) => void }) => {
  const { outside } = useOutsideScripts();
  const [closed, setClosed] = useState('');
  const asking = (outside?.scripts ?? []).filter(({ usesSecrets, sends }) => usesSecrets || sends);
  const listed = asking.map(({ hash }) => hash).join();
  if (asking.length === 0 || listed === closed) return null;
  const sentence =
    asking.length === 1
      ? `The new script ${asking[0]?.path ?? ''} wants secrets or sends requests.`
      : `${asking.length} new scripts want secrets or send requests.`;
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      <button
        type="button"
        className="link"
        onClick={() => {
          setClosed(listed);
          show('folder' satisfies Screen);
        }}
      >
        Review
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
