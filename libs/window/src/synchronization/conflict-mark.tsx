import { TriangleAlert } from 'lucide-react';

import { listConflicts } from '../requests/drafts/draft.js';
import type { RequestId } from '../requests/saved-request.js';
import { useDraft } from '../requests/drafts/use-drafts.js';

/** Marks an unresolved conflict. Renders nothing without a label. */
export const ConflictSign = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <span className="conflict-mark" role="img" aria-label={words} title={words}>
      <TriangleAlert className="k-icon" aria-hidden="true" />
    </span>
  );

/** The label of an item with an unresolved conflict between the app and its file. */
export const fileConflictLabel = 'Conflict with its file';

/** Marks a request with an unresolved conflict, in its edited fields or with its file. */
export const ConflictMark = ({
  id,
  fileConflicts,
}: {
  readonly id: RequestId;
  /** The ids of items with an unresolved conflict between the app and their files. */
  readonly fileConflicts: ReadonlySet<string>;
}) => {
  const draft = useDraft(id)?.draft;
  const hasOwn = draft !== undefined && listConflicts(draft).length > 0;
  if (!hasOwn && !fileConflicts.has(id)) return null;
  const words = hasOwn ? 'Conflict with a change made elsewhere' : fileConflictLabel;
  return <ConflictSign words={words} />;
};
