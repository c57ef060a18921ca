import { TriangleAlert } from 'lucide-react';

import { listConflicts } from '../requests/drafts/draft.js';
import type { RequestId } from '../requests/saved-request.js';
import { useDraft } from '../requests/drafts/use-drafts.js';

/** The mark of an unresolved conflict; nothing without a label. */
export const ConflictSign = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <span className="conflict-mark" role="img" aria-label={words} title={words}>
      <TriangleAlert className="k-icon" aria-hidden="true" />
    </span>
  );

/** The label for an item that has an unresolved conflict with its file. */
export const fileConflictLabel = 'Conflict with its file';

/** Marks a request that waits for a choice between two changes: of edited text, or of its file. */
export const ConflictMark = ({
  id,
  fileConflicts,
}: {
  readonly id: RequestId;
  /** The ids of items that have an unresolved conflict with their file. */
  readonly fileConflicts: ReadonlySet<string>;
}) => {
  const draft = useDraft(id)?.draft;
  const hasOwn = draft !== undefined && listConflicts(draft).length > 0;
  if (!hasOwn && !fileConflicts.has(id)) return null;
  const words = hasOwn ? 'Conflict with a change by somebody else' : fileConflictLabel;
  return <ConflictSign words={words} />;
};
