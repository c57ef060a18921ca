import { useEffect, useRef } from 'react';

import { listConflicts, type Draft, getOwnEdit } from './drafts/draft.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { formatConflictValue } from '../synchronization/folder-plan.js';
import { useDrafts } from './drafts/use-drafts.js';

/** A field that both sides changed. */
export interface Conflict<F extends string> {
  readonly field: F;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Fields that both sides changed, with both values side by side, until the person chooses. */
export const ConflictList = <F extends string>({
  conflicts,
  isWanted = false,
  onShown,
  onChoose,
}: {
  readonly conflicts: readonly Conflict<F>[];
  /** Whether a conflict blocks sending, so that it is scrolled into view. */
  readonly isWanted?: boolean;
  readonly onShown?: () => void;
  readonly onChoose: (field: F, side: 'mine' | 'theirs') => void;
}) => {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    section.current?.querySelector('button')?.focus();
    onShown?.();
  }, [isWanted, onShown]);
  return (
    <section ref={section} className="conflicts" role="alert" aria-label="Conflicts">
      {conflicts.map(({ field, ...values }) => (
        <div key={field}>
          <p>
            <strong>{getFieldTitle(field)}</strong> was changed by someone else while you were editing it.
            Your version is not saved yet.
          </p>
          <div className="sides">
            {(['mine', 'theirs'] as const).map((side) => (
              <figure key={side}>
                <figcaption>{side === 'mine' ? 'Yours' : 'Theirs (saved)'}</figcaption>
                <pre className="code">{formatConflictValue(values[side])}</pre>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    onChoose(field, side);
                  }}
                >
                  {side === 'mine' ? 'Keep yours' : 'Take theirs'}
                </button>
              </figure>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
};

/** The conflicts of a request. */
export const Conflicts = ({
  draft,
  isWanted,
  onBlockerShown,
}: {
  readonly draft: Draft;
  readonly isWanted: boolean;
  readonly onBlockerShown: () => void;
}) => {
  const drafts = useDrafts();
  return (
    <ConflictList
      conflicts={listConflicts(draft).map((field) => ({
        field,
        mine: getOwnEdit(draft, field),
        theirs: draft.theirs[field],
      }))}
      isWanted={isWanted}
      onShown={onBlockerShown}
      onChoose={(field, side) => drafts.choose(draft.stored.id, field, side)}
    />
  );
};
