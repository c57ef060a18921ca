import { runLimits } from '@tandem/core';

import { findRequestByName } from './find-request.js';
import type { SelectedRequest } from './select-requests.js';

/** The index at which a pass continues, which is the number of requests if it ends. Or the reason why it cannot continue. */
export type Next = { readonly at: number } | { readonly problem: string };

const findNextRequest = (
  selected: readonly SelectedRequest[],
  from: SelectedRequest,
  target: string,
): Next => {
  const one = findRequestByName(selected, from.folder, target, 'run');
  return 'problem' in one ? { problem: `run.next: "${target}" ${one.problem}` } : one;
};

/** Decides which request of a pass is next, which a script may choose. A loop ends after a maximum number of repetitions. */
export const createCourse = (selected: readonly SelectedRequest[]) => {
  const visited = new Set<SelectedRequest>();
  let repeated = 0;
  return {
    visit: (one: SelectedRequest): void => {
      if (visited.has(one)) repeated += 1;
      visited.add(one);
    },
    /** Finds the next index after the request at index `at`. `target` is the request that its script named, null to end the pass. */
    after: (at: number, target: string | null | undefined): Next => {
      const from = selected[at];
      if (target === undefined || from === undefined) return { at: at + 1 };
      if (target === null) return { at: selected.length };
      const next = findNextRequest(selected, from, target);
      if ('problem' in next || next.at > at || repeated < runLimits.repetitions) return next;
      const said = runLimits.repetitions.toLocaleString('en');
      return {
        problem: `run.next: the loop was cut after ${said} requests; call run.next(null) or go on to a later request to end it`,
      };
    },
    /** The requests that the pass never reached. */
    passedOver: (): readonly SelectedRequest[] => selected.filter((one) => !visited.has(one)),
  };
};
