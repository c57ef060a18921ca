import { type Activity, canUndo, describeActivity } from '../../activity/activity.js';
import { isRequestId } from '../../requests/saved-request.js';
import { useLive } from '../../activity/live.js';
import { CloseToast } from './close-toast.js';

/** A change, with buttons to show, undo and close it. */
export const ChangeToast = ({
  activity,
  show,
  onClose,
}: {
  readonly activity: Activity;
  readonly show: (key: string) => void;
  readonly onClose: () => void;
}) => {
  const { undo } = useLive();
  const { change } = activity;
  const sentence = describeActivity(activity);
  const request = isRequestId(change.id) ? change.id : activity.requestId;
  // Several executions are listed there.
  const shown = request ?? (change.entity === 'execution' ? 'history' : undefined);
  return (
    <div className="toast">
      <span title={sentence}>{sentence}</span>
      {change.op !== 'deleted' && shown !== undefined && (
        <button type="button" className="link" onClick={() => show(shown)}>
          Show
        </button>
      )}
      {canUndo(activity) && (
        <button type="button" className="link" onClick={() => undo(activity)}>
          Undo
        </button>
      )}
      <CloseToast sentence={sentence} onClose={onClose} />
    </div>
  );
};
