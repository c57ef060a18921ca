import { ShieldQuestion } from 'lucide-react';
import { Suspense, useMemo, useEffect, useRef } from 'react';
import type { PendingRequest } from '@tandem/core';

import { Button } from '../kit/index.js';
import { type ApprovalList, describeEndedQuestion, useApprovals } from './use-approvals.js';
import { usePage, useSay } from '../shell/page.js';
import { useStore } from '../shell/store.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/trust.js';
import '../style/guard.css';

const AskToSendRequest = lazy(async () => ({
  default: (await import('./ask-to-send.js')).AskToSendRequest,
}));

const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** While the page is in the background, marks its title if a question is open, and plays a sound for each new one. */
const useAttention = (ids: readonly string[]): void => {
  const known = useRef<ReadonlySet<string>>(new Set());
  const { length } = ids;
  useEffect(() => {
    const isNew = ids.some((id) => !known.current.has(id));
    known.current = new Set(ids);
    if (isNew && !isPageActive())
      loadPart(() => import('./sound.js')).then(
        ({ playSound }) => playSound(),
        () => undefined,
      );
  }, [ids]);
  useEffect(() => {
    if (length === 0) return undefined;
    const plain = document.title;
    const mark = (): void => {
      document.title = isPageActive() ? plain : `(${length}) Allow? · ${plain}`;
    };
    mark();
    const events = [
      [document, 'visibilitychange'],
      [window, 'focus'],
      [window, 'blur'],
    ] as const;
    for (const [target, name] of events) target.addEventListener(name, mark);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, mark);
      document.title = plain;
    };
  }, [length]);
};

/**
 * Explains why a question in this page was ended elsewhere. Call the returned function for each question that was answered in this
 * page.
 */
const useEndedQuestions = (list: ApprovalList | undefined): ((id: string) => void) => {
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

/** Asks about each request that waits for approval, one after another, on every screen. */
export const Approvals = () => {
  const { list, pending, problem, answer } = useApprovals();
  const noteAnswer = useEndedQuestions(list);
  const { closedQuestions } = usePage();
  const closed = useStore(closedQuestions);
  const ids = useMemo(() => pending.map(({ id }) => id), [pending]);
  useAttention(ids);
  const [shown] = pending.filter(({ id }) => !closed.has(id));
  if (shown !== undefined)
    return (
      <Suspense>
        <AskToSendRequest
          key={shown.id}
          pending={shown}
          count={pending.length}
          problem={problem}
          onAnswer={(decision) => {
            noteAnswer(shown.id);
            void answer(shown.id, decision);
          }}
          onDismiss={() => closedQuestions.set(new Set(ids))}
        />
      </Suspense>
    );
  if (pending.length === 0) return null;
  return (
    <div className="pending-notice" role="status">
      <Button variant="primary" isSmall icon={ShieldQuestion} onClick={() => closedQuestions.set(new Set())}>
        {pending.length === 1
          ? '1 request is waiting for you'
          : `${pending.length} requests are waiting for you`}
      </Button>
    </div>
  );
};
