import type { FolderConflict } from '@tandem/core';
import type { ResolveConflict } from '@tandem/rpc/client';

import { editable, readAs, written } from '../../model/folder-plan.js';
import { useTypedValue } from '../../state/use-folder.js';

interface Props {
  readonly conflict: FolderConflict;
  readonly onChoose: (choice: ResolveConflict) => void;
}

const Side = ({
  title,
  value,
  act,
  onTake,
}: {
  readonly title: string;
  readonly value: unknown;
  readonly act: string;
  readonly onTake: () => void;
}) => (
  <figure>
    <figcaption>{title}</figcaption>
    <pre className="code">{written(value)}</pre>
    <button type="button" className="button small" onClick={onTake}>
      {act}
    </button>
  </figure>
);

const Edit = ({ conflict, onChoose }: Props) => {
  const { id, field, ours } = conflict;
  const { typed, setTyped } = useTypedValue(conflict);
  const text = typed ?? editable(ours);
  const read = readAs(text, ours);
  return (
    <figure>
      <figcaption>Another value</figcaption>
      <textarea
        className="code"
        aria-label={`Another value for ${field}`}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
      />
      <button
        type="button"
        className="button small"
        disabled={read === undefined}
        onClick={() => {
          if (read) onChoose({ id, field, take: 'value', value: read.value });
        }}
      >
        Use this
      </button>
    </figure>
  );
};

/** A field that the app and its file changed to different values: both beside each other, and a third of one's own. */
export const FolderConflictChoice = ({ conflict, onChoose }: Props) => {
  const { id, field, path, ours, theirs } = conflict;
  return (
    <section className="conflicts" aria-label={`Conflict in ${path}`}>
      <p>
        <strong>{field === '*' ? 'The whole item' : field}</strong> in <code>{path}</code> was changed on both
        sides.
      </p>
      <div className="sides three">
        <Side
          title="In the app"
          value={ours}
          act="Keep the app's version"
          onTake={() => onChoose({ id, field, take: 'ours' })}
        />
        <Side
          title="In the file"
          value={theirs}
          act="Take the file's version"
          onTake={() => onChoose({ id, field, take: 'theirs' })}
        />
        <Edit conflict={conflict} onChoose={onChoose} />
      </div>
    </section>
  );
};
