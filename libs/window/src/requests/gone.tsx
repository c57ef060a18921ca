import { RpcRefusal } from '@tandem/rpc/client';
import { useState } from 'react';

import { useLink } from '../link/use-link.js';
import { type Draft, toEditedRequest } from './drafts/draft.js';
import { describeProblem } from '../link/problem-words.js';
import { useDrafts } from './drafts/use-drafts.js';
import { copyRequest } from './requests.js';
import { Problem } from '../shell/problem.js';

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

/** Says why a request is not shown; for a deleted one there is nothing left to show. */
export const NotThere = ({ error, onClose }: { readonly error: Error; readonly onClose: () => void }) =>
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
