import type { FolderConflict } from '@tandem/core';
import type { ResolveConflict } from '@tandem/rpc/client';
import { useState } from 'react';

import { Button, CodeDiff } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { formatEditableValue, formatComparableValue, readAs } from './folder-plan.js';
import { useLive } from '../activity/live.js';
import { useTypedValue } from './use-folder.js';

interface Props {
  readonly conflict: FolderConflict;
  readonly onChoose: (choice: ResolveConflict) => void;
}

/** Who last changed the item in the app, if known. */
const useEditor = (id: string): string => {
  const { activities } = useLive();
  const last = activities.find(({ change }) => change.id === id && change.op === 'updated');
  if (last === undefined) return 'In the app';
  const time = new Date(last.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `${formatActor(last.change)}, in the app at ${time}`;
};

const Edit = ({ conflict, onChoose }: Props) => {
  const { id, field, ours } = conflict;
  const { typed, setTyped } = useTypedValue(conflict);
  const text = typed ?? formatEditableValue(ours);
  const read = readAs(text, ours);
  return (
    <div className="stack">
      <textarea
        className="code bulk"
        aria-label={`Another value for ${field}`}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
      />
      <div className="row">
        <Button
          isSmall
          disabled={read === undefined}
          onClick={() => {
            if (read) onChoose({ id, field, take: 'value', value: read.value });
          }}
        >
          Use this
        </Button>
      </div>
    </div>
  );
};

/** An item that one side deleted and the other changed. */
const DeletedItem = ({ ours, path }: { readonly ours: unknown; readonly path: string }) => (
  <p>
    {ours === null || ours === undefined
      ? `It was deleted in the app, and ${path} was changed.`
      : `Its file ${path} was deleted, and it was changed in the app.`}
  </p>
);

/** A field that the app and its file changed to different values: the difference as text, and a choice. */
export const FolderConflictChoice = ({ conflict, onChoose }: Props) => {
  const { id, field, path, ours, theirs } = conflict;
  const editor = useEditor(id);
  const [isEdited, setIsEdited] = useState(false);
  const isWhole = field === '*';
  return (
    <section className="conflicts folder-conflict" aria-label={`Conflict in ${path}`}>
      <p>
        <strong>{isWhole ? 'The whole item' : getFieldTitle(field)}</strong> in <code>{path}</code> was
        changed on both sides.
      </p>
      {isWhole ? (
        <DeletedItem ours={ours} path={path} />
      ) : (
        <>
          <p className="diff-legend">
            <span data-mark="removed">− {editor}</span>
            <span data-mark="added">+ In the file {path}</span>
          </p>
          <div className="text-diff">
            <CodeDiff
              label={`Difference of ${field}`}
              before={formatComparableValue(ours)}
              after={formatComparableValue(theirs)}
            />
          </div>
        </>
      )}
      <div className="row">
        <Button isSmall onClick={() => onChoose({ id, field, take: 'ours' })}>
          Keep the app's version
        </Button>
        <Button isSmall onClick={() => onChoose({ id, field, take: 'theirs' })}>
          Take the file's version
        </Button>
        {!isWhole && (
          <Button isSmall variant="quiet" aria-expanded={isEdited} onClick={() => setIsEdited(!isEdited)}>
            Write another value
          </Button>
        )}
      </div>
      {isEdited && <Edit conflict={conflict} onChoose={onChoose} />}
    </section>
  );
};
