import type { GraphqlRequest, RequestKind, RequestOf, RestRequest } from '@tandem/core';
import { type ReactNode, Suspense } from 'react';

import type { UnfinishedTexts, Part } from './drafts/draft.js';
import { getRequestKind, type Field, type SavedRequest } from './saved-request.js';
import { createPathRows } from './url/resolve-url.js';
import type { SendBlocker } from './sending/send-blocker.js';
import { listQueryRows, setQueryRows } from './url/url-query.js';
import { lazy } from '../served/lazy.js';
import { formatRows, parseRows } from './url/bulk-rows.js';
import { PairTable, RowsEditor } from '../kit/index.js';

interface Props {
  readonly request: RestRequest;
  readonly onEdit: (field: 'url' | 'queryParams' | 'pathParams', value: unknown) => void;
}

/** Edits the parameters of a request: the query, which the URL bar shows too, and the values of `:names` in the URL. */
const ParamsEditor = ({ request, onEdit }: Props) => {
  const path = createPathRows(request.url, request.pathParams);
  return (
    <div className="stack">
      <RowsEditor
        heading="Query"
        title="query parameters"
        toText={formatRows}
        toRows={parseRows}
        label="Query parameter"
        rows={listQueryRows(request)}
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

/** Loaded when headers or a body are first shown. */
const HeadersEditor = lazy(async () => ({
  default: (await import('./url/headers-editor.js')).HeadersEditor,
}));
const BodyEditor = lazy(async () => ({ default: (await import('./body/body-editor.js')).BodyEditor }));
const GraphqlEditor = lazy(async () => ({
  default: (await import('./graphql/graphql-editor.js')).GraphqlEditor,
}));

/** Properties of the panel of a tab. */
export interface TabProps<R extends SavedRequest = SavedRequest> {
  readonly request: R;
  readonly unfinished: UnfinishedTexts;
  readonly onEdit: (field: Field, value: unknown) => void;
  readonly onType: (part: Part, text: string) => void;
  /** The part that blocks sending the request, if any. */
  readonly blocker: SendBlocker | undefined;
  readonly onBlockerShown: () => void;
}

/** A tab of a request. */
export interface RequestTab<R extends SavedRequest = SavedRequest> {
  readonly key: string;
  readonly title: string;
  /** A count or a dot beside the title; empty for none. */
  readonly note: string;
  readonly Panel: (props: TabProps<R>) => ReactNode;
}

/** How requests of a kind are edited. */
interface KindEditor<R extends SavedRequest> {
  /** The tabs for this kind, in front of those that all kinds have. */
  readonly tabs: (request: R) => readonly RequestTab<R>[];
  /** Returns the tab that is shown when a request is opened. */
  readonly firstTab: (request: R) => string;
}

/** Returns the number of enabled rows as a note beside a tab's title. */
export const formatEnabledCount = (rows: readonly { readonly enabled: boolean }[]): string => {
  const count = rows.filter(({ enabled }) => enabled).length;
  return count > 0 ? String(count) : '';
};

/** Returns a dot as the note of a tab that has content. */
export const formatDot = (isThere: boolean): string => (isThere ? '•' : '');

const Headers = ({ request, onEdit }: TabProps) => (
  <Suspense>
    <HeadersEditor
      folder={request.folder}
      own={request}
      rows={request.headers}
      onChange={(rows) => onEdit('headers', rows)}
    />
  </Suspense>
);

const createHeadersTab = ({ headers }: SavedRequest): RequestTab => ({
  key: 'headers',
  title: 'Headers',
  note: formatEnabledCount(headers),
  Panel: Headers,
});

const RestParams = ({ request, onEdit }: TabProps<RestRequest>) => (
  <ParamsEditor request={request} onEdit={onEdit} />
);

const RestBody = ({ request, onEdit }: TabProps<RestRequest>) => (
  <Suspense fallback={<p className="quiet">Loading the editor …</p>}>
    <BodyEditor id={request.id} body={request.body} onChange={(body) => onEdit('body', body)} />
  </Suspense>
);

const Query = ({ blocker, ...props }: TabProps<GraphqlRequest>) => (
  <Suspense fallback={<p className="quiet">Loading the editor …</p>}>
    <GraphqlEditor {...props} cursor={blocker?.where === 'variables' ? blocker.at : undefined} />
  </Suspense>
);

const restEditor: KindEditor<RestRequest> = {
  tabs: (request) => [
    {
      key: 'params',
      title: 'Params',
      note: formatEnabledCount([
        ...listQueryRows(request),
        ...createPathRows(request.url, request.pathParams),
      ]),
      Panel: RestParams,
    },
    createHeadersTab(request),
    { key: 'body', title: 'Body', note: formatDot(request.body.type !== 'none'), Panel: RestBody },
  ],
  // If a request has a body, the body is usually its most important part.
  firstTab: ({ body }) => (body.type === 'none' ? 'params' : 'body'),
};

const graphqlEditor: KindEditor<GraphqlRequest> = {
  tabs: (request) => [{ key: 'body', title: 'Query', note: '', Panel: Query }, createHeadersTab(request)],
  firstTab: () => 'body',
};

const editors: { readonly [K in RequestKind]: KindEditor<RequestOf<K>> } = {
  rest: restEditor,
  graphql: graphqlEditor,
};

/** Returns the editor of a request, by its kind. */
export const getEditor = (request: SavedRequest): KindEditor<SavedRequest> =>
  // The request's id determines its kind, but the compiler cannot know that.
  editors[getRequestKind(request)] as KindEditor<SavedRequest>;
