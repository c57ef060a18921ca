import type { RestRequest } from '@tandem/core';

import { pathRows } from '../../model/resolve-url.js';
import { urlQuery, withoutQuery } from '../../model/url-query.js';
import { PairTable, Rows } from '../../kit/index.js';

interface Props {
  readonly request: RestRequest;
  readonly onEdit: (field: 'url' | 'queryParams' | 'pathParams', value: unknown) => void;
}

/** The parameters that stand in the URL, which are sent before the table's, and a way to edit them there. */
const FromUrl = ({ request: { url, queryParams }, onEdit }: Props) => {
  const rows = urlQuery(url);
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-label="Query in the URL">
      <p className="row quiet">
        From the URL, sent first
        <button
          type="button"
          className="link"
          onClick={() => {
            onEdit('url', withoutQuery(url));
            onEdit('queryParams', [...rows, ...queryParams]);
          }}
        >
          Move to the table
        </button>
      </p>
      <Rows rows={rows} />
    </section>
  );
};

/** The parameters of a URL: its query, in the URL and in the table, and what fills its `:names`. */
export const ParamsEditor = (props: Props) => {
  const { request, onEdit } = props;
  const path = pathRows(request.url, request.pathParams);
  return (
    <div className="stack">
      <h3>Query</h3>
      <FromUrl {...props} />
      <PairTable
        label="Query parameter"
        rows={request.queryParams}
        onChange={(rows) => {
          onEdit('queryParams', rows);
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
