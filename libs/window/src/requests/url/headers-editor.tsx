import type { Pair } from '@tandem/core';

import { RowsEditor, suggestWords } from '../../kit/index.js';
import { formatRows, parseRows } from './bulk-rows.js';
import { headerNames, listHeaderValues } from './header-words.js';
import type { OwnValues } from '../../folders/inherited.js';
import { InheritedHeaders } from '../../folders/inherited-view.js';

interface Props {
  /** The enclosing folder; null for the workspace, which has none. */
  readonly folder: string | null;
  readonly own: OwnValues;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
}

/** Editable headers, with the inherited ones below. */
export const HeadersEditor = ({ folder, own, rows, onChange }: Props) => (
  <>
    <RowsEditor
      title="headers"
      label="Header"
      rows={rows}
      toText={formatRows}
      toRows={parseRows}
      suggestName={suggestWords(headerNames)}
      suggestValue={(name) => suggestWords(listHeaderValues(name))}
      onChange={onChange}
    />
    {folder !== null && <InheritedHeaders folder={folder} own={own} />}
  </>
);
