import '../style/guard.css';

import { ShieldQuestion } from 'lucide-react';
import { useMemo, useState } from 'react';

import { Button } from '../kit/index.js';
import { useApprovals } from './use-approvals.js';
import { useAttention } from './use-attention.js';
import { useEndedQuestions } from './use-ended-questions.js';
import { AskToSendRequest } from './waiting-request.js';

/** Asks about each request that waits for a person, one after another, wherever the page is. */
export const Approvals = () => {
  const { list, waiting, problem, answer } = useApprovals();
  const noteAnswer = useEndedQuestions(list);
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => waiting.map(({ id }) => id), [waiting]);
  useAttention(ids);
  const [shown] = waiting.filter(({ id }) => !aside.has(id));
  if (shown !== undefined)
    return (
      <AskToSendRequest
        key={shown.id}
        waiting={shown}
        count={waiting.length}
        problem={problem}
        onAnswer={(given) => {
          noteAnswer(shown.id);
          void answer(shown.id, given);
        }}
        onAside={() => setAside(new Set(ids))}
      />
    );
  if (waiting.length === 0) return null;
  return (
    <div className="waiting-aside" role="status">
      <Button variant="primary" icon={ShieldQuestion} onClick={() => setAside(new Set())}>
        {waiting.length === 1 ? '1 request waits for you' : `${waiting.length} requests wait for you`}
      </Button>
    </div>
  );
};
