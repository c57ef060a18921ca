import { Bot } from 'lucide-react';

import { Button, Popover } from '../../kit/index.js';
import type { Summary } from '../../model/saved-request.js';
import { RunningList, useForeignRuns } from '../running-list.js';

const wordOf = (count: number): string => `${count} running`;

/** What agents and other windows execute now, each with a way to stop it; nothing when nobody does. */
export const AgentsAtWork = ({ requests }: { readonly requests: readonly Summary[] }) => {
  const runs = useForeignRuns();
  if (runs.length === 0) return null;
  return (
    <Popover
      label="Agents at work"
      align="end"
      trigger={
        <Button variant="quiet" isSmall icon={Bot} aria-label={`Agents at work: ${wordOf(runs.length)}`}>
          {wordOf(runs.length)}
        </Button>
      }
    >
      <div className="agents-at-work">
        <RunningList requests={requests} runs={runs} most={runs.length} word="Stop" />
      </div>
    </Popover>
  );
};
