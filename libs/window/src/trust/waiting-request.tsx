import { type ApprovalAnswer, toVisibleValue, type PendingRequest } from '@tandem/core';

import { Button, Dialog } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';
import { ColorDot } from '../environments/colors.js';

interface Props {
  readonly waiting: PendingRequest;
  /** How many are waiting in total. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
  /** Dismisses the question; it still waits. */
  readonly onAside: () => void;
}

const reasons: Readonly<Record<PendingRequest['hop'], string>> = {
  first: '',
  redirect: 'The server redirects to it.',
  auth: 'The server asked for credentials.',
  token: 'It gets a token.',
};

const isOwn = ({ kind }: PendingRequest): boolean => kind === 'window';

const formatTime = (at: string): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The request as it would be sent. It has the focus first, so that no key typed at that moment answers. */
const OutgoingRequest = ({
  waiting: { method, url, headers, body, isBodyCut, bodyBytes },
}: Pick<Props, 'waiting'>) => (
  <div className="waiting-request" role="region" aria-label="The request as it would be sent" tabIndex={0}>
    <p className="waiting-line">
      <strong className="method" data-method={method}>
        {method}
      </strong>{' '}
      <span>{url}</span>
    </p>
    {headers.length > 0 && (
      <dl>
        {headers.map(({ name, value }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {body !== null && body !== '' && <pre>{body}</pre>}
    {isBodyCut && <p className="quiet">The whole body has {bodyBytes} bytes.</p>}
    {body === null && bodyBytes > 0 && <p className="quiet">A binary body of {bodyBytes} bytes</p>}
  </div>
);

/** Asks whether one request may be sent. */
export const AskToSendRequest = ({ waiting: given, count, problem, onAnswer, onAside }: Props) => {
  // Its content comes from an agent and from files: nothing in it may imitate something else.
  const waiting = toVisibleValue(given) as PendingRequest;
  const { environment, workspace, request, hop, hasSession } = waiting;
  const own = isOwn(waiting);
  const title = own
    ? `Send this with ${environment.name}?`
    : `${formatActor(waiting)} wants to send a request`;
  return (
    <Dialog
      title={title}
      onClose={onAside}
      actions={
        <>
          {count > 1 && <span className="quiet waiting-count">{count} requests wait</span>}
          <Button variant="danger" onClick={() => onAnswer('deny')}>
            {own ? 'Do not send' : 'Deny'}
          </Button>
          {own || (
            <>
              {hasSession && (
                <Button onClick={() => onAnswer('session')}>Allow this request for this session</Button>
              )}
              <Button variant="primary" onClick={() => onAnswer('once')}>
                Allow once
              </Button>
            </>
          )}
          {own && (
            <Button variant="primary" onClick={() => onAnswer(hasSession ? 'session' : 'once')}>
              Send
            </Button>
          )}
        </>
      }
    >
      <p className="waiting-where">
        <ColorDot color={environment.color} /> <strong>{environment.name}</strong>{' '}
        <span className="quiet">
          {workspace} · {request.name}
        </span>
      </p>
      <p className="quiet">
        {own
          ? 'This environment is for production. You are asked once, until this page is closed.'
          : `It is not sent unless you allow it; the question ends at ${formatTime(waiting.expiresAt)}.`}{' '}
        {reasons[hop]}
      </p>
      <OutgoingRequest waiting={waiting} />
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
