import type { ExecutionId } from '@tandem/core';
import { useMemo } from 'react';

import { CodeViewer } from '../../kit/index.js';
import { foldEnds } from './fold-ends.js';
import { useSelected } from './use-selected.js';

/** A line for a JSONPath above a body. */
export const FilterLine = ({
  path,
  onPath,
  onClose,
}: {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onClose: () => void;
}) => (
  <input
    className="k-input body-filter"
    aria-label="JSONPath"
    placeholder="JSONPath, such as $.items[0].name"
    value={path}
    autoFocus
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => {
      onPath(target.value);
    }}
    onKeyDown={({ key }) => {
      if (key === 'Escape') onClose();
    }}
  />
);

/** What a JSONPath selects, in place of the body. */
export const FilteredBody = ({
  id,
  path,
  wrap,
  find,
}: {
  readonly id: ExecutionId;
  readonly path: string;
  readonly wrap: boolean;
  readonly find: number;
}) => {
  const selected = useSelected(id, path);
  const json = selected?.kind === 'values' ? selected.json : '';
  const folds = useMemo(() => foldEnds(json), [json]);
  if (selected === undefined) return <p className="quiet">Evaluating …</p>;
  if (selected.kind === 'problem') return <p className="bad">{selected.words}</p>;
  const { count } = selected;
  return (
    <>
      <p className="quiet" role="status">
        {count === 1 ? '1 value' : `${count} values`}
      </p>
      <CodeViewer label="Selected values" text={json} folds={folds} format="json" wrap={wrap} find={find} />
    </>
  );
};
