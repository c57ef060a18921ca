import type { RestRequest } from '@tandem/core';

import { pathRows } from './resolve-url.js';
import { queryRows, setQueryRows } from './url-query.js';
import { rowsToText, textToRows } from './bulk-rows.js';
import { PairTable, RowsEditor } from '../../kit/index.js';

interface Props {
  readonly request: RestRequest;
  readonly onEdit: (field: 'url' | 'queryParams' | 'pathParams', value: unknown) => void;
}

/** The parameters of a request: its query, which the URL bar shows as text, and what fills the `:names` of its URL. */
export const ParamsEditor = ({ request, onEdit }: Props) => {
  const path = pathRows(request.url, request.pathParams);
  return (
    <div className="stack">
      <RowsEditor
        heading="Query"
        title="query parameters"
        toText={rowsToText}
        toRows={textToRows}
        label="Query parameter"
        rows={queryRows(request)}
        onChange={(rows) => {
          const { url, queryParams } = setQueryRows(request, rows);
          if (url !== request.url) onEdit('url', url);
          onEdit('queryParams', queryParams);
        }}
      />
      {path.length > 0 && (
        <>
          <h3>Path</h3>
          <PairTable
            label="Path parameter"
            rows={path}
            areNamesFixed
            onChange={(rows) => {
              onEdit('pathParams', rows);
            }}
          />
        </>
      )}
    </div>
  );
};
