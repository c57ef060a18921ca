import type { AuthOf } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

import { Button, CopyButton } from '../kit/index.js';
import { type Approval, useTokens } from './use-tokens.js';

type Token = RpcMethods['tokens_list']['result']['tokens'][number];

const timeOf = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const stateOf = ({ valid, refreshable, expiresAt }: Token): string => {
  if (!valid) return refreshable ? 'expired, is refreshed when it is needed' : 'expired';
  return expiresAt === undefined ? 'valid' : `valid until ${timeOf(expiresAt)}`;
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
        Sign in in your browser
      </a>
      {approval.userCode !== undefined && (
        <>
          {' '}
          and enter <code>{approval.userCode}</code> <CopyButton text={approval.userCode} what="the code" />
        </>
      )}
      . This page goes on by itself.
    </p>
    <Button onClick={onStop}>Cancel</Button>
  </div>
);

const describeMissingToken = ({ grant, autoFetch = true }: AuthOf<'oauth2'>): string =>
  autoFetch && (grant === 'client_credentials' || grant === 'password')
    ? 'No token yet. One is fetched when a request is sent.'
    : 'No token yet.';

/** The tokens that are kept for the environment, and a way to get one now. */
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
        <ul aria-label="Kept tokens">
          {tokens.map((one) => (
            <li key={one.key}>
              <span>
                <b>{one.label}</b> <span className="quiet">{stateOf(one)}</span>
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
