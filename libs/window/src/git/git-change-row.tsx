import { mapRequestKinds, type GitChange, type GitField } from '@tandem/core';
import {
  ArrowUpRight,
  Braces,
  ChevronRight,
  FileText,
  Folder,
  type LucideIcon,
  SlidersHorizontal,
} from 'lucide-react';
import { createContext, memo, useContext, useEffect, useId, useRef } from 'react';

import { formatActor } from '../activity/activity.js';
import { FieldDifference } from '../activity/activity-entry.js';
import { Badge, Button, Method, type Tone } from '../kit/index.js';
import { isRequestId } from '../requests/saved-request.js';
import { formatMoment } from '../response/outcome.js';
import { useShow } from '../shell/page.js';
import { formatAuthors, formatChangeKind, formatFieldName } from './git-labels.js';

const tones: Readonly<Record<GitChange['op'], Tone>> = {
  created: 'good',
  updated: 'plain',
  deleted: 'bad',
};

const entityIcons: Readonly<Record<GitChange['entity'], LucideIcon>> = {
  workspace: SlidersHorizontal,
  environment: Braces,
  folder: Folder,
  ...mapRequestKinds(() => FileText),
  file: FileText,
};

interface SignProps {
  readonly entity: GitChange['entity'];
  /** The method of the request; undefined for anything else and for a deleted request. */
  readonly method: string | undefined;
}

/** Shows the kind of a changed entity: the method of a request, or an icon. */
const ChangeSign = ({ entity, method }: SignProps) => {
  const Icon = entityIcons[entity];
  return method !== undefined ? (
    <Method method={method} />
  ) : (
    <span className="git-sign">
      <Icon className="k-icon" aria-hidden="true" />
    </span>
  );
};

/** Whether git is busy. A context, so that only the checkboxes of a long list are rendered again when it changes. */
export const GitBusyContext = createContext(false);

/** A checkbox that shows whether all, some or none of the files of a change are staged. */
const StageBox = ({
  change: { name, staged },
  onStage,
}: {
  readonly change: GitChange;
  readonly onStage: (isStaged: boolean) => void;
}) => {
  // A disabled checkbox would lose the focus while git works.
  const isBusy = useContext(GitBusyContext);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = staged === 'part';
  }, [staged]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={`Stage ${name}`}
      title={staged === 'part' ? 'Changed again after it was staged' : undefined}
      checked={staged === 'all'}
      aria-disabled={isBusy}
      onChange={() => {
        if (!isBusy) onStage(staged !== 'all');
      }}
    />
  );
};

/** Shows a field before and after the change since the last commit, and who changed it. */
const ChangedField = ({ field: { name, before, after, author } }: { readonly field: GitField }) => (
  <div className="git-field">
    <FieldDifference field={{ name: formatFieldName(name), before: before ?? null, after: after ?? null }} />
    {author !== undefined && (
      <p className="quiet">
        {formatActor(author)}, {formatMoment(author.at, new Date())}
      </p>
    )}
  </div>
);

const ChangeDetails = ({
  change: { id, paths, fields, note, secrets, op },
}: {
  readonly change: GitChange;
}) => {
  const show = useShow();
  return (
    <>
      {secrets.length > 0 && (
        <p className="bad">The files hold the value of {secrets.join(', ')}. Replace it by its variable.</p>
      )}
      {note !== null && <p className="quiet">{note}</p>}
      {fields.map((field) => (
        <ChangedField key={field.name} field={field} />
      ))}
      <p className="quiet git-paths">{paths.join(' · ')}</p>
      {isRequestId(id) && op !== 'deleted' && (
        <div className="row">
          <Button isSmall variant="quiet" icon={ArrowUpRight} onClick={() => show(id)}>
            Open request
          </Button>
        </div>
      )}
    </>
  );
};

interface RowProps {
  readonly change: GitChange;
  readonly method: string | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (change: GitChange) => void;
  readonly onStage: (change: GitChange, isStaged: boolean) => void;
}

/** Shows one change since the last commit. Opened, it also shows the fields. */
export const GitChangeRow = memo(({ change, method, isOpen, onToggle, onStage }: RowProps) => {
  const details = useId();
  const { name, op, isConflict, fields, secrets } = change;
  return (
    <>
      <div className="git-line">
        <StageBox change={change} onStage={(isStaged) => onStage(change, isStaged)} />
        <button
          type="button"
          className="activity-head"
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-controls': details } : {})}
          onClick={() => onToggle(change)}
        >
          <ChevronRight className="k-icon" aria-hidden="true" />
          <ChangeSign entity={change.entity} method={method} />
          <span className="activity-what">
            <span>{name}</span>
            <span className="quiet">{fields.map((field) => formatFieldName(field.name)).join(', ')}</span>
          </span>
        </button>
        {secrets.length > 0 && <Badge tone="bad">Secret</Badge>}
        <Badge tone={isConflict ? 'bad' : tones[op]}>{formatChangeKind(change)}</Badge>
        <span className="quiet git-authors">{formatAuthors(change)}</span>
      </div>
      {isOpen && (
        <div id={details} className="activity-fields">
          <ChangeDetails change={change} />
        </div>
      )}
    </>
  );
});
GitChangeRow.displayName = 'GitChangeRow';
