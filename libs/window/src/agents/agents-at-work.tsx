import { Bot } from 'lucide-react';
import { Suspense } from 'react';

import { Button, Popover } from '../kit/index.js';
import { formatAgentNames } from './agents.js';
import type { Summary } from '../requests/saved-request.js';
import { lazy } from '../served/lazy.js';
import { useAgents } from './use-agents.js';
import { useForeignRuns } from '../link/use-link.js';
import { RunningList } from './running-list.js';

/** Loaded when first shown. */
const AgentLines = lazy(() => import('./agent-lines.js'));

/** Where agents are and what they and other windows run, each with a stop button; nothing if there are none. */
export const AgentsAtWork = ({ requests }: { readonly requests: readonly Summary[] }) => {
  const agents = useAgents();
  const names = agents.map(({ by }) => by);
  const others = useForeignRuns().filter(({ by }) => by === undefined || !names.includes(by));
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
