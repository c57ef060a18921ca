import { runLimits } from '@tandem/core';

import { requestNamed } from './find-request.js';
import type { SelectedRequest } from './select-requests.js';

/**
 * Where a pass continues: the index of a request, or the number of requests for the end. Or why it cannot continue.
 */
export type Next = { readonly at: number } | { readonly problem: string };

const findNextRequest = (
  selected: readonly SelectedRequest[],
  from: SelectedRequest,
  target: string,
): Next => {
  const one = requestNamed(selected, from.folder, target, 'run');
  return 'problem' in one ? { problem: `run.next: "${target}" ${one.problem}` } : one;
};

/**
 * Follows a pass through its requests. A script may choose the next one. A loop ends after the maximum number of
 * repetitions.
 */
export const createCourse = (selected: readonly SelectedRequest[]) => {
  const visited = new Set<SelectedRequest>();
  let repeated = 0;
  return {
    visit: (one: SelectedRequest): void => {
      if (visited.has(one)) repeated += 1;
      visited.add(one);
    },
    /** Where to continue after the request at an index. `target` is the request that its script named. */
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
    /** Requests that the pass never reached. */
    passedOver: (): readonly SelectedRequest[] => selected.filter((one) => !visited.has(one)),
  };
};
