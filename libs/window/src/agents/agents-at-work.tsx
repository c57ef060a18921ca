import { Bot } from 'lucide-react';
import { Suspense } from 'react';

import { Button, Popover } from '../kit/index.js';
import { formatAgentNames, useAgents } from './agents.js';
import type { Summary } from '../requests/saved-request.js';
import { lazy } from '../served/lazy.js';
import { useExecutionsByOthers } from '../link/use-link.js';
import { RunningList } from './running-list.js';

/** Marks a request that agents have open. */
export const AgentMark = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <span className="agent-mark" role="img" aria-label={words} title={words}>
      <Bot className="k-icon" aria-hidden="true" />
    </span>
  );

/** Loaded when first shown. */
const AgentLines = lazy(() => import('./agent-lines.js'));

/**
 * Lists the requests that agents have open, and what they and other windows run, with stop buttons. Renders nothing if the
 * list is empty.
 */
export const AgentsAtWork = ({ requests }: { readonly requests: readonly Summary[] }) => {
  const agents = useAgents();
  const names = agents.map(({ by }) => by);
  const others = useExecutionsByOthers().filter(({ by }) => by === undefined || !names.includes(by));
  const running = others.length + agents.flatMap(({ calls }) => calls).length;
  if (running + agents.length === 0) return null;
  const words = running > 0 ? `${running} running` : formatAgentNames(agents);
  return (
    <Popover
      label="Agents at work"
      align="end"
      trigger={
        <Button
          variant="quiet"
          isSmall
          icon={Bot}
          className="agents-button"
          aria-label={running > 0 ? `Agents at work: ${words}` : `Agents here: ${words}`}
        >
          <span className="words">{words}</span>
        </Button>
      }
    >
      <div className="agents-at-work">
        <RunningList requests={requests} runs={others} word="Stop" />
        <Suspense>
          <AgentLines agents={agents} requests={requests} />
        </Suspense>
      </div>
    </Popover>
  );
};
