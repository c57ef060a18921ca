import { useAgentsNow } from '../link/use-link.js';
import { whoOf } from '../model/activity.js';

/** Says at which requests that are not shown agents wait for the person. */
export const WaitingAgents = ({
  shown,
  show,
}: {
  readonly shown: string | undefined;
  readonly show: (key: string) => void;
}) =>
  useAgentsNow()
    .waiting.filter(({ requestId }) => requestId !== shown)
    .map((write) => (
      <div key={write.id} className="toast">
        <span>
          {whoOf(write)} waits for your answer at {write.name}
        </span>
        <button type="button" className="link" onClick={() => show(write.requestId)}>
          Show
        </button>
      </div>
    ));
