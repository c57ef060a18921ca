import type { WaitingRequest, ApprovalAnswer, Asked, Change, Guardian, Ports, Question } from '@tandem/core';

/** How long a question waits for an answer if nothing else is set, in milliseconds. */
export const defaultApprovalMs = 120_000;

/** How many answers for a session are kept; without the oldest ones, the question is asked again. */
const mostGrants = 200;

const minuteMs = 60_000;

/** The requests that wait for a person, and who can be asked. */
export interface Approvals extends Guardian {
  readonly list: () => readonly WaitingRequest[];
  /** Answers a question; false if it does not wait any more. */
  readonly answer: (id: string, answer: ApprovalAnswer) => boolean;
  /** Tells that a window is open, until the returned function is called. */
  readonly attend: () => () => void;
}

/** The times of the requests of agents in the last minute, by environment. */
const createCounts = (now: () => number): Guardian['count'] => {
  const sent = new Map<string, readonly number[]>();
  return (environmentId, perMinute) => {
    const recent = (sent.get(environmentId) ?? []).filter((at) => at > now() - minuteMs);
    const isFull = recent.length >= perMinute;
    sent.set(environmentId, isFull ? recent : [...recent, now()]);
    return isFull ? Math.max((recent[recent.length - perMinute] ?? now()) + minuteMs - now(), 1) : 0;
  };
};

interface Waiting {
  readonly approval: WaitingRequest;
  readonly end: (asked: Asked) => void;
}

/** Keeps the questions of a process in memory: they end with their calls, so that nothing is sent after a restart. */
export const createApprovals = (
  { clock, ids, approvalMs = defaultApprovalMs }: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>,
  emit: (change: Change) => void,
): Approvals => {
  const waiting = new Map<string, Waiting>();
  const grants = new Set<string>();
  let windows = 0;
  const now = (): number => clock.now().getTime();
  const grant = (key: string): void => {
    grants.add(key);
    const [oldest] = grants;
    if (grants.size > mostGrants && oldest !== undefined) grants.delete(oldest);
  };

  /** Shows the question in every window until one answers. */
  const inWindows = (approval: WaitingRequest, signal: AbortSignal): Promise<Asked> =>
    new Promise((resolve) => {
      const { id, workspaceId } = approval;
      const report = (op: Change['op']) => {
        emit({ workspaceId, entity: 'approval', id, op });
      };
      const end = (asked: Asked): void => {
        if (!waiting.delete(id)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', ended);
        resolve(asked);
        report('deleted');
      };
      const ended = () => {
        end('ended');
      };
      const timer = setTimeout(() => {
        end('late');
      }, approvalMs);
      signal.addEventListener('abort', ended, { once: true });
      waiting.set(id, { approval, end });
      report('created');
    });

  /** Asks the user of the caller, for as long as a window would. */
  const ofCaller = async (
    approval: WaitingRequest,
    elicit: NonNullable<Question['elicit']>,
    signal: AbortSignal,
  ): Promise<Asked> => {
    const late = AbortSignal.timeout(approvalMs);
    const ends = AbortSignal.any([signal, late]);
    const aborted = new Promise<Asked>((resolve) => {
      ends.addEventListener('abort', () => {
        resolve(signal.aborted ? 'ended' : 'late');
      });
    });
    const answered = elicit(approval, ends).then(
      (answer): Asked => answer ?? 'nobody',
      (): Asked => (signal.aborted ? 'ended' : late.aborted ? 'late' : 'nobody'),
    );
    return Promise.race([answered, aborted]);
  };

  const asked = ({ approval: about, elicit, signal }: Question): Promise<Asked> => {
    const approval: WaitingRequest = {
      ...about,
      id: `ask_${ids.next()}`,
      at: new Date(now()).toISOString(),
      expiresAt: new Date(now() + approvalMs).toISOString(),
    };
    if (windows > 0) return inWindows(approval, signal);
    return elicit === undefined ? Promise.resolve('nobody') : ofCaller(approval, elicit, signal);
  };

  return {
    waitMs: approvalMs,
    count: createCounts(now),
    ask: async (question) => {
      if (question.signal.aborted) return 'ended';
      if (question.grant !== undefined && grants.has(question.grant)) return 'session';
      const answer = await asked(question);
      if (answer === 'session' && question.grant !== undefined) grant(question.grant);
      return answer;
    },
    list: () => [...waiting.values()].map(({ approval }) => approval),
    answer: (id, answer) => {
      const found = waiting.get(id);
      found?.end(answer);
      return found !== undefined;
    },
    attend: () => {
      windows += 1;
      let isThere = true;
      return () => {
        if (isThere) windows -= 1;
        isThere = false;
      };
    },
  };
};
