import type { PendingRequest } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

import { formatActor } from '../activity/activity.js';

type How = RpcMethods['approvals_list']['result']['ended'][number]['how'];

/** Why a question is not shown any more, unless it was the person's own. Without `how`, Tandem does not know of it. */
export const describeEndedQuestion = (
  question: Pick<PendingRequest, 'by' | 'kind'>,
  how: How | undefined,
): string | undefined => {
  if (question.kind === 'window') return undefined;
  const who = formatActor(question);
  switch (how) {
    case 'answered':
      return `The question of ${who} was answered in another window.`;
    case 'late':
      return `Nobody answered ${who} in time, so nothing was sent.`;
    case 'ended':
      return `${who} gave up, so nothing was sent.`;
    case undefined:
      return `Tandem was restarted, so the request of ${who} was not sent.`;
  }
};
