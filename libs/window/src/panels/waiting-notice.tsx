import { X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../kit/index.js';

interface WaitingNoticeProps {
  readonly sentence: string;
  /** What the notice is about: once closed, it comes back when this is something else. */
  readonly about: string;
  /** The button that leads to it. */
  readonly action: string;
  readonly onAction: () => void;
}

/** Says what waits for the person, until it is closed. */
export const WaitingNotice = ({ sentence, about, action, onAction }: WaitingNoticeProps) => {
  const [closed, setClosed] = useState('');
  if (about === closed) return null;
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      <button type="button" className="link" onClick={onAction}>
        {action}
      </button>
      <IconButton
        icon={X}
        look="small"
        label={`Close: ${sentence}`}
        tooltip="Close"
        onClick={() => {
          setClosed(about);
        }}
      />
    </div>
  );
};
