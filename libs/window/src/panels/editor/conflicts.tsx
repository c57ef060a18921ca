import { useEffect, useRef } from 'react';

import { conflictsOf, type Draft, mineOf } from '../../model/draft.js';
import { useDrafts } from '../../state/contexts.js';

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Fields that both sides changed, with both values side by side, until the person chooses. */
export const Conflicts = ({
  draft,
  isWanted,
  onBlockerShown,
}: {
  readonly draft: Draft;
  /** Whether the person is led here. */
  readonly isWanted: boolean;
  readonly onBlockerShown: () => void;
}) => {
  const drafts = useDrafts();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    section.current?.querySelector('button')?.focus();
    onBlockerShown();
  }, [isWanted, onBlockerShown]);
  const { id } = draft.stored;
  const fields = conflictsOf(draft);
  return (
    <section ref={section} className="conflicts" role="alert" aria-label="Conflicts">
      {fields.map((field) => (
        <div key={field}>
          <p>
            <strong>{field}</strong> was changed by someone else while you were editing it. Your version is
            not saved yet.
          </p>
          <div className="sides">
            {(['mine', 'theirs'] as const).map((side) => (
              <figure key={side}>
                <figcaption>{side === 'mine' ? 'Yours' : 'Theirs (saved)'}</figcaption>
                <pre className="code">
                  {written(side === 'mine' ? mineOf(draft, field) : draft.theirs[field])}
                </pre>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    drafts.choose(id, field, side);
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
