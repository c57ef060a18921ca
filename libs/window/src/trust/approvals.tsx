import { ShieldQuestion } from 'lucide-react';
import { useMemo, useState, useEffect, useRef } from 'react';
import { type PendingRequest, type ApprovalAnswer, toVisibleValue } from '@tandem/core';

import { Button, Dialog } from '../kit/index.js';
import { type ApprovalList, describeEndedQuestion, useApprovals } from './use-approvals.js';
import { useSay } from '../shell/page.js';
import { formatActor } from '../activity/activity.js';
import { ColorDot } from '../environments/colors.js';
import '../style/guard.css';

interface Props {
  readonly pending: PendingRequest;
  /** How many requests are pending in total. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
  /** Hides the question, which keeps waiting for an answer. */
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

/** The request as it would be sent. It gets the focus first, so that a key typed by chance does not answer the question. */
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
const AskToSendRequest = ({ pending: raw, count, problem, onAnswer, onDismiss }: Props) => {
  // The content comes from agents and files, so invisible characters in it must be shown.
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

const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Two short tones. A browser that blocks sound before the first interaction stays silent. */
const playSound = (): void => {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.08;
  gain.connect(audio.destination);
  for (const [at, hertz] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.12);
  }
  window.setTimeout(() => void audio.close().catch(() => undefined), 1_000);
};

/** While the page is in the background: marks its title if something waits, and plays a sound when something new does. */
const useAttention = (ids: readonly string[]): void => {
  const known = useRef<ReadonlySet<string>>(new Set());
  const { length } = ids;
  useEffect(() => {
    const isNew = ids.some((id) => !known.current.has(id));
    known.current = new Set(ids);
    if (isNew && !isPageActive()) playSound();
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

/** Explains why a question shown in this page was ended elsewhere. Call the returned function for each answer given in this page. */
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
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => pending.map(({ id }) => id), [pending]);
  useAttention(ids);
  const [shown] = pending.filter(({ id }) => !dismissed.has(id));
  if (shown !== undefined)
    return (
      <AskToSendRequest
        key={shown.id}
        pending={shown}
        count={pending.length}
        problem={problem}
        onAnswer={(decision) => {
          noteAnswer(shown.id);
          void answer(shown.id, decision);
        }}
        onDismiss={() => setDismissed(new Set(ids))}
      />
    );
  if (pending.length === 0) return null;
  return (
    <div className="pending-notice" role="status">
      <Button variant="primary" icon={ShieldQuestion} onClick={() => setDismissed(new Set())}>
        {pending.length === 1
          ? '1 request is waiting for you'
          : `${pending.length} requests are waiting for you`}
      </Button>
    </div>
  );
};
