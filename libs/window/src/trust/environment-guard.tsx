import '../style/guard.css';

import { type EnvironmentView, type Guard, openGuard } from '@tandem/core';

import { ChevronRight } from 'lucide-react';

import { useEffect, useState } from 'react';
import { Badge, Button } from '../kit/index.js';
import { guardSentences } from './guard-words.js';
import type { EnvironmentCalls } from '../environments/use-environment-calls.js';
import { GuardRules } from './guard-rules.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly calls: EnvironmentCalls;
}

const Sentences = ({ guard }: { readonly guard: Guard | undefined }) => (
  <ul className="guard-sentences">
    {guardSentences(guard).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/** A looser guard from the environment's file, to confirm or refuse. */
const Proposal = ({ environment, calls }: Props) => {
  const { id, guard, proposedGuard } = environment;
  if (proposedGuard === undefined) return null;
  return (
    <section className="guard-proposal stack" aria-label="A looser guard">
      <p>
        <strong>The file of this environment would let agents send more.</strong> Until you decide, the guard
        stays as it is.
      </p>
      <p className="quiet">The file says:</p>
      <Sentences guard={proposedGuard} />
      <div className="row">
        <Button isSmall variant="primary" onClick={() => void calls.guard(id, guard ?? openGuard)}>
          Keep the guard
        </Button>
        <Button isSmall variant="danger" onClick={() => void calls.guard(id, proposedGuard)}>
          Use the guard of the file
        </Button>
      </div>
    </section>
  );
};

/** What agents may send with an environment, and whether it is for production. */
export const EnvironmentGuard = ({ environment, calls }: Props) => {
  const { id, guard = openGuard, proposedGuard } = environment;
  const [first = '', ...more] = guardSentences(environment.guard);
  // The open section shows all of it in its fields.
  const [isOpen, setIsOpen] = useState(proposedGuard !== undefined);
  useEffect(() => {
    if (proposedGuard !== undefined) setIsOpen(true);
  }, [proposedGuard]);
  return (
    <>
      <Proposal environment={environment} calls={calls} />
      <details
        className="guard"
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>
          <ChevronRight className="k-icon" aria-hidden="true" />
          <span>Guard</span>
          {guard.protected && <Badge tone="bad">Production</Badge>}
          {!isOpen && (
            <span className="quiet">
              {first}
              {more.length > 0 && `, and ${more.length} more`}
            </span>
          )}
        </summary>
        <div className="stack">
          <label className="row">
            <input
              type="checkbox"
              checked={guard.protected}
              onChange={({ target }) => void calls.guard(id, { ...guard, protected: target.checked })}
            />
            <span>
              Production{' '}
              <span className="quiet">
                GET, HEAD and OPTIONS are sent; you are asked first about anything else
              </span>
            </span>
          </label>
          <GuardRules guard={guard} onSave={(next) => void calls.guard(id, next)} />
          <p className="quiet">
            The rules are for agents. Only you change them, here or in the file of the environment; agents
            cannot.
          </p>
        </div>
      </details>
    </>
  );
};
