import type {
  ApprovalAnswer,
  ApprovalOutcome,
  Change,
  Guardian,
  PendingRequest,
  Ports,
  ApprovalQuestion,
  SentSecrets,
} from '@tandem/core';

/** Maximum number of secrets remembered, and of hosts for each of them. */
const maxRemembered = { secrets: 500, hosts: 5 };

/** Appends a host. If there are too many, drops the oldest. */
const addLatestHost = (all: readonly string[], one: string): readonly string[] =>
  [...all.filter((other) => other !== one), one].slice(-maxRemembered.hosts);

/** Remembers in memory where secrets that are bound to no host were sent. */
export const createSentSecrets = (): SentSecrets => {
  const hosts = new Map<string, readonly string[]>();
  const keyOf = (environmentId: string, name: string): string => `${environmentId} ${name}`;
  return {
    note: (environmentId, name, host) => {
      const key = keyOf(environmentId, name);
      const next = addLatestHost(hosts.get(key) ?? [], host);
      hosts.delete(key);
      hosts.set(key, next);
      const [oldest] = hosts.keys();
      if (hosts.size > maxRemembered.secrets && oldest !== undefined) hosts.delete(oldest);
    },
    hostsOf: (environmentId, name) => hosts.get(keyOf(environmentId, name)) ?? [],
  };
};

/** How long a question waits for an answer by default, in milliseconds. */
export const defaultApprovalMs = 120_000;

/** How many answers for a session are remembered. When there are more, the oldest are dropped, and their questions asked again. */
const maxGrants = 200;

/** How many ended questions are remembered, for windows that still show them. */
const maxEndedQuestions = 50;

const minuteMs = 60_000;

/** A question that waits no longer, because it was answered, timed out, or ended with its call. */
export interface EndedQuestion {
  readonly id: string;
  readonly how: 'answered' | 'late' | 'ended';
}

/** The requests that wait for a person's answer, and who can be asked. */
export interface Approvals extends Guardian {
  readonly list: () => readonly PendingRequest[];
  /** The questions that ended most recently, latest first. */
  readonly ended: () => readonly EndedQuestion[];
  /** Answers a question. Returns false if it no longer waits. */
  readonly answer: (id: string, answer: ApprovalAnswer) => boolean;
}

/** Counts the requests of agents in the last minute, by environment. */
const createCounts = (now: () => number): Guardian['count'] => {
  const sent = new Map<string, readonly number[]>();
  return (environmentId, perMinute, isSent = true) => {
    const recent = (sent.get(environmentId) ?? []).filter((at) => at > now() - minuteMs);
    const isFull = recent.length >= perMinute;
    sent.set(environmentId, isFull || !isSent ? recent : [...recent, now()]);
    return isFull ? Math.max((recent[recent.length - perMinute] ?? now()) + minuteMs - now(), 1) : 0;
  };
};

/** The fields of every question. */
interface AnyQuestion {
  readonly id: string;
  readonly workspaceId: Change['workspaceId'];
}

interface PendingQuestion<Q, A> {
  readonly question: Q;
  readonly end: (asked: A | 'late' | 'ended') => void;
}

/** Remembers the answers that apply to a whole session, up to a maximum number. */
const createGrants = () => {
  const grants = new Set<string>();
  return {
    has: (key: string | undefined): boolean => key !== undefined && grants.has(key),
    add: (key: string): void => {
      grants.add(key);
      const [oldest] = grants;
      if (grants.size > maxGrants && oldest !== undefined) grants.delete(oldest);
    },
  };
};

/** Why the caller's user did not answer. */
type NoAnswer = 'nobody' | 'late' | 'ended';

/** Asks the user of the caller, and waits at most as long as for a window. */
export const askCaller = async <Q, A>(
  waiting: Q,
  elicit: (waiting: Q, signal: AbortSignal) => Promise<A | undefined>,
  signal: AbortSignal,
  waitMs: number,
): Promise<A | NoAnswer> => {
  const late = AbortSignal.timeout(waitMs);
  const ends = AbortSignal.any([signal, late]);
  const why = (): NoAnswer => (signal.aborted ? 'ended' : late.aborted ? 'late' : 'nobody');
  const aborted = new Promise<NoAnswer>((resolve) => {
    ends.addEventListener('abort', () => {
      resolve(why());
    });
  });
  return Promise.race([
    elicit(waiting, ends).then((answer): A | NoAnswer => answer ?? 'nobody', why),
    aborted,
  ]);
};

/** Shows questions in every window until one answers. */
export const createPendingQuestions = <Q extends AnyQuestion, A>(
  emit: (change: Change) => void,
  entity: Change['entity'],
) => {
  const all = new Map<string, PendingQuestion<Q, A>>();
  let gone: readonly EndedQuestion[] = [];
  const ask = (question: Q, signal: AbortSignal, waitMs: number): Promise<A | 'late' | 'ended'> =>
    new Promise((resolve) => {
      const { id, workspaceId } = question;
      const report = (op: Change['op']) => {
        emit({ workspaceId, entity, id, op });
      };
      const end = (asked: A | 'late' | 'ended'): void => {
        if (!all.delete(id)) return;
        const how: EndedQuestion['how'] =
          asked === 'late' ? 'late' : asked === 'ended' ? 'ended' : 'answered';
        gone = [{ id, how } as const, ...gone].slice(0, maxEndedQuestions);
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
      }, waitMs);
      signal.addEventListener('abort', ended, { once: true });
      all.set(id, { question, end });
      report('created');
    });
  return { all, ask, ended: () => gone };
};

/** The open windows, in which a person can be asked. */
export interface OpenWindows {
  readonly isAttended: () => boolean;
  /** Reports that a window is open, until the returned function is called. */
  readonly attend: () => () => void;
}

/** Counts the windows that are open. */
export const createAttendance = (): OpenWindows => {
  let windows = 0;
  return {
    isAttended: () => windows > 0,
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

/** Keeps the open questions in memory. A question ends with its call, so nothing is sent after a restart. */
export const createApprovals = (
  { clock, ids, approvalMs }: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>,
  emit: (change: Change) => void,
  { isAttended }: OpenWindows = createAttendance(),
): Approvals => {
  const grants = createGrants();
  const shown = createPendingQuestions<PendingRequest, ApprovalOutcome>(emit, 'approval');
  const now = (): number => clock.now().getTime();
  const asked = ({ approval: about, elicit, signal, maxMs }: ApprovalQuestion): Promise<ApprovalOutcome> => {
    const waitMs = Math.floor(Math.min(approvalMs, maxMs));
    if (waitMs <= 0) return Promise.resolve('late');
    const approval: PendingRequest = {
      ...about,
      id: `ask_${ids.next()}`,
      at: new Date(now()).toISOString(),
      expiresAt: new Date(now() + waitMs).toISOString(),
    };
    if (isAttended()) return shown.ask(approval, signal, waitMs);
    return elicit === undefined ? Promise.resolve('nobody') : askCaller(approval, elicit, signal, waitMs);
  };
  return {
    waitMs: approvalMs,
    isGranted: grants.has,
    count: createCounts(now),
    ask: async (question) => {
      if (question.signal.aborted) return 'ended';
      if (grants.has(question.grant)) return 'session';
      const answer = await asked(question);
      if (answer === 'session' && question.grant !== undefined) grants.add(question.grant);
      return answer;
    },
    ended: shown.ended,
    list: () => [...shown.all.values()].map(({ question }) => question),
    answer: (id, answer) => {
      const found = shown.all.get(id);
      found?.end(answer);
      return found !== undefined;
    },
  };
};
