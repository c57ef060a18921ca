import type { RunEntry } from '@tandem/core';
import { ArrowUpRight, Copy, Play } from 'lucide-react';

import { MenuItem } from '../../kit/index.js';
import { explainOutcome } from '../run-words.js';
import { useShow } from '../../shell/navigation.js';
import { useCopy } from '../../shell/use-copy.js';

/** What can be done with the requests of a run. */
export interface EntryActions {
  /** Whether the request still exists. */
  readonly isThere: (id: string) => boolean;
  /** Asks how the request runs. */
  readonly run: (id: string) => void;
}

/** The entries of the menu of a request of a run. */
export const EntryMenu = ({
  entry,
  actions,
}: {
  readonly entry: RunEntry;
  readonly actions: EntryActions;
}) => {
  const show = useShow();
  const copy = useCopy();
  const { id, error, failedTests } = entry;
  const isGone = !actions.isThere(id);
  return (
    <>
      <MenuItem icon={ArrowUpRight} keys="Enter" isDisabled={isGone} onSelect={() => show(id)}>
        Open request
      </MenuItem>
      <MenuItem icon={Play} isDisabled={isGone} onSelect={() => actions.run(id)}>
        Run …
      </MenuItem>
      {(error !== null || failedTests.length > 0) && (
        <MenuItem icon={Copy} onSelect={() => copy(explainOutcome(entry), 'the message')}>
          Copy the message
        </MenuItem>
      )}
    </>
  );
};
