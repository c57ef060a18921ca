import type { PendingRequest } from '@tandem/core';
import { useEffect, useRef } from 'react';

import { describeEndedQuestion } from './ended-question.js';
import { useSay } from '../shell/notices/said.js';
import type { ApprovalList } from './use-approvals.js';

/** Tells why a question went away that this page has shown and not answered. What it returns is told of each answer. */
export const useEndedQuestions = (list: ApprovalList | undefined): ((id: string) => void) => {
  const say = useSay();
  const known = useRef<readonly PendingRequest[]>([]);
  const answered = useRef(new Set<string>());
  useEffect(() => {
    if (list === undefined) return;
    const { approvals, ended } = list;
    const gone = known.current.find(
      (one) => !answered.current.has(one.id) && !approvals.some(({ id }) => id === one.id),
    );
    known.current = approvals;
    const words = gone && describeEndedQuestion(gone, ended.find(({ id }) => id === gone.id)?.how);
    if (words !== undefined) say(words);
  }, [list, say]);
  return (id) => void answered.current.add(id);
};
