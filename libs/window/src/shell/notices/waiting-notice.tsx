import { CloseToast } from './close-toast.js';

/** What waits for the person. */
export interface PendingDecision {
  readonly sentence: string;
  /** What it is about: once closed, it comes back when this is something else. */
  readonly about: string;
  /** The button that leads to it. */
  readonly action: string;
  readonly onAction: () => void;
}

/** Says what waits for the person, until it is closed. */
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
