import type { AuthOf, Change } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, CopyButton } from '../kit/index.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useAfterChanges } from '../activity/use-activity.js';

/** The step that a person has to take in order to get a token. */
type Approval = NonNullable<RpcMethods['tokens_begin']['result']['approval']>;

/** Whether a change may affect the listed tokens. Executions fetch tokens, and each environment has tokens of its own. */
const isTokenChange = ({ entity }: Change): boolean =>
  entity === 'execution' || entity === 'environment' || entity === 'workspace';

/** The tokens of the active environment, and functions that get a token for a request or folder. */
const useTokens = (id: string, save: () => Promise<unknown>) => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const [approval, setApproval] = useState<Approval>();
  const [isGetting, setGetting] = useState(false);
  const pendingCall = useRef<AbortController>(undefined);
  useEffect(() => () => pendingCall.current?.abort(), [id]);
  const { data } = useQuery({
    queryKey: queryKeys.tokens,
    queryFn: () => link.call('tokens_list', {}),
    enabled,
    staleTime: 0,
  });
  const read = useCallback(() => queries.invalidateQueries({ queryKey: queryKeys.tokens }), [queries]);
  useAfterChanges(
    isTokenChange,
    useCallback(() => void read(), [read]),
  );
  const fetchOne = async (signal: AbortSignal): Promise<string | undefined> => {
    await save();
    const begun = await link.call('tokens_begin', { id }, { signal });
    if (begun.approval === null) return begun.error?.message;
    setApproval(begun.approval);
    const ended = await link.call('tokens_finish', { id: begun.approval.id }, { signal });
    return ended.error?.message;
  };
  const get = async (): Promise<void> => {
    const stop = new AbortController();
    pendingCall.current = stop;
    setGetting(true);
    setProblem(undefined);
    try {
      const why = await fetchOne(stop.signal);
      if (!stop.signal.aborted) setProblem(why);
    } catch (cause) {
      if (!stop.signal.aborted) setProblem(describeProblem(cause));
    } finally {
      setApproval(undefined);
      setGetting(false);
      await read();
    }
  };
  return {
    tokens: data?.tokens ?? [],
    approval,
    isGetting,
    problem,
    get,
    stop: (): void => pendingCall.current?.abort(),
    forget: async (key: string): Promise<void> => {
      await link.call('tokens_forget', { key }).catch((cause: unknown) => setProblem(describeProblem(cause)));
      await read();
    },
  };
};

type Token = RpcMethods['tokens_list']['result']['tokens'][number];

const formatTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const describeTokenState = ({ valid, refreshable, expiresAt }: Token): string => {
  if (!valid) return refreshable ? 'expired, will be refreshed when needed' : 'expired';
  return expiresAt === undefined ? 'valid' : `valid until ${formatTime(expiresAt)}`;
};

const ApprovalProgress = ({
  approval,
  onStop,
}: {
  readonly approval: Approval;
  readonly onStop: () => void;
}) => (
  <div className="token-approval" role="status">
    <p>
      <a href={approval.open} target="_blank" rel="noopener noreferrer">
        Sign in with your browser
      </a>
      {approval.userCode !== undefined && (
        <>
          {' '}
          and enter <code>{approval.userCode}</code> <CopyButton text={approval.userCode} what="the code" />
        </>
      )}
      . This page continues automatically.
    </p>
    <Button onClick={onStop}>Cancel</Button>
  </div>
);

const describeMissingToken = ({ grant, autoFetch = true }: AuthOf<'oauth2'>): string =>
  autoFetch && (grant === 'client_credentials' || grant === 'password')
    ? 'No token yet. One is fetched when a request is sent.'
    : 'No token yet.';

/** Lists the stored tokens of the environment, with a button that gets a token now. */
export const TokenPanel = ({
  id,
  auth,
  save,
}: {
  readonly id: string;
  readonly auth: AuthOf<'oauth2'>;
  readonly save: () => Promise<unknown>;
}) => {
  const { tokens, approval, isGetting, problem, get, stop, forget } = useTokens(id, save);
  return (
    <section className="tokens" aria-label="Tokens">
      <div className="token-actions">
        <Button disabled={isGetting} onClick={() => void get()}>
          {isGetting ? 'Getting a token …' : 'Get token'}
        </Button>
        {tokens.length === 0 && !isGetting && <span className="quiet">{describeMissingToken(auth)}</span>}
      </div>
      {approval && <ApprovalProgress approval={approval} onStop={stop} />}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {tokens.length > 0 && (
        <ul aria-label="Stored tokens">
          {tokens.map((one) => (
            <li key={one.key}>
              <span>
                <b>{one.label}</b> <span className="quiet">{describeTokenState(one)}</span>
              </span>
              <Button aria-label={`Forget the token of ${one.label}`} onClick={() => void forget(one.key)}>
                Forget
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
