import type { AgentSession } from '@tandem/rpc/client';
import { Bot } from 'lucide-react';

import { Button } from '../kit/index.js';
import { useLink } from '../link/use-link.js';
import { formatActor } from '../activity/activity.js';
import { describeCall, describeAgentLocation } from './agents.js';
import type { Summary } from '../requests/saved-request.js';
import { Step, useDescribeStep } from './running-list.js';
import { useShow } from '../shell/page.js';
import '../style/agents.css';

/** The running calls of an agent, each with a cancel button. */
export const AgentCalls = ({
  agent: { by, calls },
  nameOf,
}: {
  readonly agent: AgentSession;
  readonly nameOf: (id: string) => string;
}) => {
  const link = useLink();
  const stepWords = useDescribeStep();
  return calls.map((call) => (
    <div key={call.id} className="toast running">
      <span className="mark busy" />
      <span>
        {formatActor({ by })} {describeCall(call, nameOf)}
        <Step words={stepWords({ ...call, by })} />
      </span>
      <button type="button" className="link" onClick={() => link.stop(call.id)}>
        Stop
      </button>
    </div>
  ));
};

interface Props {
  readonly agents: readonly AgentSession[];
  readonly requests: readonly Summary[];
}

/** Lists the agents, the requests that they have open, and their running calls. Each request is a link. */
const AgentLines = ({ agents, requests }: Props) => {
  const show = useShow();
  const nameOf = (id: string): string => requests.find((one) => one.id === id)?.name ?? 'a deleted request';
  return agents.map((agent) => {
    const { id, lastRequest } = agent;
    const isThere = requests.some((one) => one.id === lastRequest?.requestId);
    return (
      <div key={id} className="agent-line">
        <p className="row">
          <Bot className="k-icon" aria-hidden="true" />
          <span>{describeAgentLocation(agent, nameOf(lastRequest?.requestId ?? ''), new Date())}</span>
          {isThere && (
            <Button isSmall variant="quiet" onClick={() => show(lastRequest?.requestId ?? '')}>
              Show
            </Button>
          )}
        </p>
        <AgentCalls agent={agent} nameOf={nameOf} />
      </div>
    );
  });
};

export default AgentLines;
