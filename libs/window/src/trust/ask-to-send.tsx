import { type ApprovalAnswer, type PendingRequest, toVisibleValue } from '@tandem/core';

import { formatActor } from '../activity/activity.js';
import { ColorDot } from '../environments/colors.js';
import { Button, Dialog } from '../kit/index.js';

interface Props {
  readonly pending: PendingRequest;
  /** The number of pending requests. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
  /** Hides the question. It still waits for an answer. */
  readonly onDismiss: () => void;
}

const hopReasons: Readonly<Record<PendingRequest['hop'], string>> = {
  first: '',
  redirect: 'The server redirects to it.',
  auth: 'The server asked for credentials.',
  token: 'It gets a token.',
};

const isOwn = ({ kind }: PendingRequest): boolean => kind === 'window';

const formatTime = (at: string): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/**
 * Shows the request that would be sent. It gets the focus first, so that a key pressed by chance does not answer the
 * question.
 */
const OutgoingRequest = ({
  pending: { method, url, headers, body, isBodyCut, bodyBytes },
}: Pick<Props, 'pending'>) => (
  <div className="pending-request" role="region" aria-label="The request as it would be sent" tabIndex={0}>
    <p className="pending-line">
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

/** Asks whether a request may be sent. */
export const AskToSendRequest = ({ pending: raw, count, problem, onAnswer, onDismiss }: Props) => {
  // The content comes from agents and files, so make its invisible characters visible.
  const pending = toVisibleValue(raw) as PendingRequest;
  const { environment, workspace, request, hop, hasSession } = pending;
  const own = isOwn(pending);
  const title = own
    ? `Send this with ${environment.name}?`
    : `${formatActor(pending)} wants to send a request`;
  return (
    <Dialog
      title={title}
      onClose={onDismiss}
      actions={
        <>
          {count > 1 && <span className="quiet pending-count">{count} requests are waiting</span>}
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
      <p className="pending-where">
        <ColorDot color={environment.color} /> <strong>{environment.name}</strong>{' '}
        <span className="quiet">
          {workspace} · {request.name}
        </span>
      </p>
      <p className="quiet">
        {own
          ? 'This is a production environment. You are asked only once while this page is open.'
          : `Nothing is sent unless you allow it before ${formatTime(pending.expiresAt)}.`}{' '}
        {hopReasons[hop]}
      </p>
      <OutgoingRequest pending={pending} />
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
