import type { AgentSession, PendingWrite } from '@tandem/rpc/client';
import { Bot, Check, Hand, X } from 'lucide-react';

import { Button, Popover } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';
import { formatAgentNames, describeAgentLocationAt, filterCallsAt, useAgentsAt } from './agents.js';
import type { RequestId } from '../requests/saved-request.js';
import { FieldDifference } from '../activity/activity-entry.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { AgentCalls } from './agent-lines.js';
import '../style/activity.css';
import '../style/agents.css';

/** Describes the change that an agent wants to make to a request. */
const describePendingWrite = ({ by, op, fields }: PendingWrite): string => {
  const who = formatActor({ by });
  if (op === 'deleted') return `${who} wants to delete this request.`;
  const titles = fields.map(({ name }) => getFieldTitle(name));
  return `${who} wants to change ${titles.join(', ')} while you edit this request.`;
};

type AgentsAtRequest = ReturnType<typeof useAgentsAt>;

const TakeOverButton = ({
  agent: { by },
  at: { takenFrom, takeOver },
}: {
  readonly agent: AgentSession;
  readonly at: AgentsAtRequest;
}) => {
  const isTaken = takenFrom.includes(by);
  const who = formatActor({ by });
  return (
    <>
      <p className="quiet">
        {isTaken
          ? `Changes of this request by ${who} wait for you while you edit it.`
          : `After Take over, changes of this request by ${who} wait for you while you edit it.`}
      </p>
      <Button isSmall icon={Hand} onClick={() => takeOver(by, !isTaken)}>
        {isTaken ? 'Hand back' : 'Take over'}
      </Button>
    </>
  );
};

/** Lists the agents that have a request open: what they have done and what they run, with the buttons Stop and Take over. */
export const AgentsHere = ({ id, name }: { readonly id: RequestId; readonly name: string }) => {
  const at = useAgentsAt(id);
  if (at.agents.length === 0) return null;
  const isTaken = at.takenFrom.length > 0;
  return (
    <Popover
      label="Agents at this request"
      align="end"
      trigger={
        <Button
          variant="quiet"
          isSmall
          icon={isTaken ? Hand : Bot}
          aria-label={`Agents at this request: ${formatAgentNames(at.agents)}${isTaken ? ', taken over' : ''}`}
        >
          {formatAgentNames(at.agents)}
        </Button>
      }
    >
      <div className="agents-at-work">
        {at.agents.map((agent) => (
          <section key={agent.id} className="agent-line" aria-label={formatActor(agent)}>
            <p>{describeAgentLocationAt(agent, id, new Date())}</p>
            <AgentCalls agent={filterCallsAt(agent, id)} nameOf={() => name} />
            <TakeOverButton agent={agent} at={at} />
          </section>
        ))}
      </div>
    </Popover>
  );
};

const PendingWriteCard = ({
  write,
  answer,
}: {
  readonly write: PendingWrite;
  readonly answer: AgentsAtRequest['answer'];
}) => (
  <div className="pending-write">
    <p className="row">
      <Bot className="k-icon" aria-hidden="true" />
      <strong>{describePendingWrite(write)}</strong>
    </p>
    {write.fields.length > 0 && (
      <details>
        <summary>Show what it would set</summary>
        {write.fields.map((field) => (
          <FieldDifference key={field.name} field={field} />
        ))}
      </details>
    )}
    <p className="row">
      <Button isSmall variant="primary" icon={Check} onClick={() => answer(write, true)}>
        Allow
      </Button>
      <Button isSmall icon={X} onClick={() => answer(write, false)}>
        Deny
      </Button>
      <span className="quiet">Waiting for your answer.</span>
    </p>
  </div>
);

/** Asks whether to allow agents' changes to a request that was taken over. */
export const PendingWriteList = ({ id }: { readonly id: RequestId }) => {
  const { pendingWrites, answer } = useAgentsAt(id);
  if (pendingWrites.length === 0) return null;
  return (
    <section className="pending-writes" role="alert" aria-label="Pending changes">
      {pendingWrites.map((write) => (
        <PendingWriteCard key={write.id} write={write} answer={answer} />
      ))}
    </section>
  );
};
