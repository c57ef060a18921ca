import { type PendingPrompts, toVisibleValue } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { type SyntheticEvent, useId, useState } from 'react';

import { formatActor } from '../activity/activity.js';
import { Button, Dialog } from '../kit/index.js';
import '../style/guard.css';

interface Props {
  readonly form: PendingPrompts;
  /** The number of forms that are waiting, including this one. */
  readonly count: number;
  readonly problem: string | undefined;
  /** Called with the values. Without values, nothing is sent. */
  readonly onAnswer: (answers: {
    readonly values?: Readonly<Record<string, string>>;
    readonly keep?: boolean;
  }) => void;
}

/** Maximum number of requests that a form lists. */
const maxListed = 5;

/**
 * Lists the requests that need the values. If an agent asks, the list gets the focus, so that a key pressed by chance does not
 * answer.
 */
const AskingRequests = ({ form: { requests } }: Pick<Props, 'form'>) => (
  <div className="pending-request" role="region" aria-label="What they are for" tabIndex={0}>
    {requests.slice(0, maxListed).map(({ id, method, url }) => (
      <p key={id} className="pending-line">
        <strong className="method" data-method={method}>
          {method}
        </strong>{' '}
        <span>{url}</span>
      </p>
    ))}
    {requests.length > maxListed && <p className="quiet">and {requests.length - maxListed} more requests</p>}
  </div>
);

const getTitle = (form: PendingPrompts): string =>
  form.kind === 'window' ? 'Fill in before sending' : `${formatActor(form)} needs values to send a request`;

const createInitialValues = ({ prompts }: PendingPrompts): Readonly<Record<string, string>> =>
  Object.fromEntries(prompts.map(({ label, default: usual = '' }) => [label, usual]));

/** Asks for all prompts of an execution or a run at once. */
export const PromptForm = ({ form, count, problem, onAnswer }: Props) => {
  // Labels come from files and agents, so make their invisible characters visible.
  const shown = toVisibleValue(form) as PendingPrompts;
  const id = useId();
  const [values, setValues] = useState(() => createInitialValues(form));
  const [keep, setKeep] = useState(false);
  const isOwn = form.kind === 'window';
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onAnswer({ values, keep });
  };
  const fields = form.prompts.map(({ label, isHidden }, at) => (
    <label key={label} className="labelled">
      <span>{shown.prompts[at]?.label}</span>
      <input
        type={isHidden ? 'password' : 'text'}
        autoComplete={isHidden ? 'new-password' : 'off'}
        autoFocus={isOwn && at === 0}
        value={getOwnValue(values, label) ?? ''}
        onChange={({ target }) => setValues({ ...values, [label]: target.value })}
      />
    </label>
  ));
  return (
    <Dialog
      title={getTitle(shown)}
      onClose={() => onAnswer({})}
      actions={
        <>
          {count > 1 && <span className="quiet pending-count">{count} forms are waiting</span>}
          <Button onClick={() => onAnswer({})}>Do not send</Button>
          <Button variant="primary" type="submit" form={id}>
            Send
          </Button>
        </>
      }
    >
      <p className="quiet">
        {[shown.environment, shown.workspace, shown.requests[0]?.name].filter(Boolean).join(' · ')}
      </p>
      {!isOwn && <AskingRequests form={shown} />}
      <form id={id} className="prompt-form" onSubmit={submit}>
        {fields}
        {form.canKeep && (
          <label className="row">
            <input type="checkbox" checked={keep} onChange={({ target }) => setKeep(target.checked)} />
            {isOwn ? 'Keep until this page is closed' : 'Keep for this session, except hidden values'}
          </label>
        )}
      </form>
      {isOwn && <AskingRequests form={shown} />}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
