import type { EnvironmentView } from '@tandem/core';
import { useEffect, useRef, useState } from 'react';

import { lossWords } from '../../model/environment-loss.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly onDelete: () => void;
}

/** Asks before an environment is deleted, since its secrets are held nowhere else; Escape keeps it. */
const Asked = ({ environment, onDelete, onKeep }: Props & { readonly onKeep: () => void }) => {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div
      className="row"
      role="alertdialog"
      aria-label={`Delete ${environment.name}`}
      aria-describedby={`loss-${environment.id}`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onKeep();
      }}
    >
      <span id={`loss-${environment.id}`}>{lossWords(environment)}</span>
      <button ref={keep} type="button" className="button small" onClick={onKeep}>
        Keep it
      </button>
      <button type="button" className="button small" onClick={onDelete}>
        Delete it
      </button>
    </div>
  );
};

/** Deletes an environment, after a question that says what goes with it. */
export const DeleteEnvironment = ({ environment, onDelete }: Props) => {
  const [isAsked, setIsAsked] = useState<boolean>();
  return isAsked ? (
    <Asked environment={environment} onDelete={onDelete} onKeep={() => setIsAsked(false)} />
  ) : (
    <button
      type="button"
      className="button small"
      autoFocus={isAsked === false}
      onClick={() => setIsAsked(true)}
    >
      Delete
    </button>
  );
};
