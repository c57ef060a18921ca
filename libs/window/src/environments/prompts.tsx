import type { PendingPrompts } from '@tandem/core';
import { RpcRefusal, type RpcMethods } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { describeProblem } from '../link/problem-words.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { lazy } from '../served/lazy.js';

const PromptForm = lazy(async () => ({ default: (await import('./prompt-form.js')).PromptForm }));

type PromptList = RpcMethods['prompts_list']['result'];
type Answers = Omit<RpcMethods['prompts_answer']['params'], 'id'>;

const noForms: readonly PendingPrompts[] = [];

/** The forms of all workspaces that wait for a person, oldest first. */
const usePrompts = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery<PromptList>({
    queryKey: queryKeys.prompts,
    queryFn: () => link.call('prompts_list', {}),
    enabled: isOpen,
  });
  const answer = async (id: string, answers: Answers): Promise<void> => {
    setProblem(undefined);
    try {
      queries.setQueryData(queryKeys.prompts, await link.call('prompts_answer', { id, ...answers }));
    } catch (cause) {
      // Another window has answered, or the caller has given up. The form closes, so there is no problem to
      // show.
      if (!(cause instanceof RpcRefusal)) setProblem(describeProblem(cause));
      await queries.invalidateQueries({ queryKey: queryKeys.prompts });
    }
  };
  return { waiting: isOpen ? (data?.prompts ?? noForms) : noForms, problem, answer };
};

/** Shows the prompts of waiting executions and runs one form at a time, on every screen. */
export const Prompts = () => {
  const { waiting, problem, answer } = usePrompts();
  const [form] = waiting;
  if (form === undefined) return null;
  return (
    <Suspense>
      <PromptForm
        key={form.id}
        form={form}
        count={waiting.length}
        problem={problem}
        onAnswer={(answers) => void answer(form.id, answers)}
      />
    </Suspense>
  );
};
