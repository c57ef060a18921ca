import type { PendingWrite } from '@tandem/rpc/client';

import { formatActor } from '../activity/activity.js';

/** Says at which request that is not shown an agent waits for the person, and how many more changes wait. */
export const PendingAgentNotice = ({
  write,
  more,
  show,
}: {
  readonly write: PendingWrite;
  readonly more: number;
  readonly show: (key: string) => void;
}) => (
  <div className="toast question">
    <span>
      {formatActor(write)} waits for your answer at {write.name}
      {more > 0 && `, and ${more} more`}
    </span>
    <button type="button" className="link" onClick={() => show(write.requestId)}>
      Show
    </button>
  </div>
);
