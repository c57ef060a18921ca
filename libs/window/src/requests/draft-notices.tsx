import { useEffect, useRef, useState } from 'react';
import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';

import { listConflicts, type Draft, getOwnEdit, toEditedRequest } from './drafts/draft.js';
import { formatOrigin } from '../activity/activity.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { formatConflictValue } from '../synchronization/folder-plan.js';
import { useDrafts } from './drafts/use-drafts.js';
import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { copyRequest } from './requests.js';
import { Problem } from '../shell/notices/notice.js';

/** A field that this page and someone else have changed. */
export interface Conflict<F extends string> {
  readonly field: F;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Says who changed a field last. A conflict keeps one's own edit from being stored, so the last stored change is the other one. */
const Elsewhere = ({ id, field }: { readonly id: string; readonly field: string }) => {
  const link = useLink();
  const { data } = useQuery({
    queryKey: [...queryKeys.activity, 'last', id, field],
    queryFn: async () => {
      const { activities } = await link.call('activity_list', { entityId: id, take: 20 });
      return activities.find(({ fields }) => fields.some(({ name }) => name === field)) ?? null;
    },
    staleTime: 0,
  });
  return data ? formatOrigin(data) : 'elsewhere';
};

/**
 * Shows the fields that were changed both here and elsewhere, with both values side by side, until the person
 * chooses one.
 */
export const ConflictList = <F extends string>({
  id,
  conflicts,
  isWanted = false,
  onShown,
  onChoose,
}: {
  /** The id of the request or folder. */
  readonly id: string;
  readonly conflicts: readonly Conflict<F>[];
  /** Whether a conflict blocks sending and should be scrolled into view. */
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
            <strong>{getFieldTitle(field)}</strong> was changed <Elsewhere id={id} field={field} /> while you
            were editing it. Your version is not saved yet.
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
      id={draft.stored.id}
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

/** Says that the request of a draft was deleted, and lets the person keep or discard the draft. */
export const DeletedDraftNotice = ({
  draft,
  onClose,
}: {
  readonly draft: Draft;
  readonly onClose: () => void;
}) => {
  const link = useLink();
  const drafts = useDrafts();
  const [problem, setProblem] = useState<string>();
  const [isKeeping, setIsKeeping] = useState(false);
  const { id } = draft.stored;
  const keep = (): void => {
    setIsKeeping(true);
    copyRequest(link, toEditedRequest(draft)).then(
      (request) => {
        drafts.replace(id, request);
      },
      (cause: unknown) => {
        setIsKeeping(false);
        setProblem(describeProblem(cause));
      },
    );
  };
  return (
    <section className="conflicts" role="alert" aria-label="Deleted">
      <p>
        <strong>This request was deleted.</strong> Its content, including everything you typed, is still here.
      </p>
      {problem !== undefined && <p className="bad">{problem}</p>}
      <p className="row">
        <button type="button" className="button" disabled={isKeeping} onClick={keep}>
          Keep as new request
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            drafts.discard(id);
            onClose();
          }}
        >
          Discard
        </button>
      </p>
    </section>
  );
};

/** Explains why a request is not shown, for example because it was deleted. */
export const MissingRequest = ({
  error,
  onClose,
}: {
  readonly error: Error;
  readonly onClose: () => void;
}) =>
  error instanceof RpcRefusal && error.error.code === 'NOT_FOUND' ? (
    <div className="empty" role="alert">
      <h1>This request was deleted</h1>
      <p>It had no unsaved edits.</p>
      <button type="button" className="button" onClick={onClose}>
        Close the tab
      </button>
    </div>
  ) : (
    <Problem error={error} />
  );
