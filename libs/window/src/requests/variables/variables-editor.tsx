import type { Pair } from '@tandem/core';

import { RowsEditor } from '../../kit/index.js';
import { formatRows, parseRows } from '../url/bulk-rows.js';
import { InheritedVariables } from '../../folders/inherited-view.js';

interface Props {
  readonly rows: readonly Pair[];
  /** The folder of the request or folder being edited; null for the workspace itself. */
  readonly folder: string | null;
  readonly onChange: (rows: readonly Pair[]) => void;
}

/** Edits the variables of a request, a folder or the workspace, and shows the inherited variables below. */
export const VariablesEditor = ({ rows, folder, onChange }: Props) => (
  <div className="stack">
    <RowsEditor
      title="variables"
      label="Variable"
      rows={rows}
      toText={formatRows}
      toRows={parseRows}
      onChange={onChange}
    />
    {folder !== null && <InheritedVariables folder={folder} own={rows} />}
  </div>
);
