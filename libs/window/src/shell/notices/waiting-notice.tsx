import { X } from 'lucide-react';

import { IconButton } from '../../kit/index.js';

/** Focuses the last button of the next toast in the stack, or of the previous one. */
const passFocus = (button: HTMLElement): void => {
  const toast = button.closest('.toast');
  const beside = [toast?.nextElementSibling, toast?.previousElementSibling].find((one) =>
    one?.matches('.toast'),
  );
  beside?.querySelector<HTMLElement>('button:last-child')?.focus();
};

/** Closes the toast whose last button it is. */
export const CloseToast = ({
  sentence,
  onClose,
}: {
  readonly sentence: string;
  readonly onClose: () => void;
}) => (
  <IconButton
    icon={X}
    look="small"
    label={`Close: ${sentence}`}
    tooltip="Close"
    onClick={({ currentTarget }) => {
      passFocus(currentTarget);
      onClose();
    }}
  />
);

/** What waits for the person. */
export interface PendingDecision {
  readonly sentence: string;
  /** The subject of the notice: once closed, it returns only for another subject. */
  readonly about: string;
  /** The label of the button that opens it. */
  readonly action: string;
  readonly onAction: () => void;
}

/** Shows what waits for the person, until closed. */
export const PendingNotice = ({
  waiting: { sentence, action, onAction },
  onClose,
}: {
  readonly waiting: PendingDecision;
  readonly onClose: () => void;
}) => (
  <div className="toast">
    <span title={sentence}>{sentence}</span>
    <button type="button" className="link" onClick={onAction}>
      {action}
    </button>
    <CloseToast sentence={sentence} onClose={onClose} />
  </div>
);
