import type { Pair } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { RowsEditor, suggestWords } from '../../kit/index.js';
import { formatRows, parseRows } from './bulk-rows.js';
import type { OwnValues } from '../../folders/use-folders.js';
import { InheritedHeaders } from '../../folders/inherited-view.js';

/** The media types of bodies. */
export const mediaTypes: readonly string[] = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/graphql-response+json',
  'application/problem+json',
  'application/pdf',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'text/css',
  'text/csv',
  'text/xml',
  'text/event-stream',
  'image/png',
  'image/jpeg',
  'image/svg+xml',
];

/** Common values of a header, by its name in lower case. */
const commonValues: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', ...mediaTypes],
  'content-type': mediaTypes,
  'accept-encoding': ['gzip', 'br', 'zstd', 'deflate', 'identity'],
  'accept-language': ['en', 'en-US', 'en-GB', 'de', 'fr', 'es', 'ja', 'zh-CN'],
  authorization: ['Bearer ', 'Basic ', 'Digest '],
  'cache-control': ['no-cache', 'no-store', 'max-age=0', 'only-if-cached'],
  connection: ['keep-alive', 'close'],
  'content-encoding': ['gzip', 'br', 'zstd', 'deflate'],
  expect: ['100-continue'],
  pragma: ['no-cache'],
  prefer: ['return=minimal', 'return=representation', 'respond-async'],
  'sec-fetch-mode': ['cors', 'no-cors', 'navigate', 'same-origin'],
  te: ['trailers'],
  'x-requested-with': ['XMLHttpRequest'],
};

/** Common request header names from RFC 9110 and the IANA registry, the most frequent first. */
export const headerNames: readonly string[] = [
  'Accept',
  'Authorization',
  'Content-Type',
  'User-Agent',
  'Cookie',
  'Cache-Control',
  'Accept-Language',
  'Accept-Encoding',
  'Origin',
  'Referer',
  'If-None-Match',
  'X-API-Key',
  'X-Request-ID',
  'X-Requested-With',
  'Accept-Charset',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Connection',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-MD5',
  'Date',
  'DNT',
  'Expect',
  'Forwarded',
  'From',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-Range',
  'If-Unmodified-Since',
  'Last-Event-ID',
  'Max-Forwards',
  'Pragma',
  'Prefer',
  'Proxy-Authorization',
  'Range',
  'Sec-Fetch-Mode',
  'TE',
  'traceparent',
  'tracestate',
  'Upgrade-Insecure-Requests',
  'Via',
  'X-Correlation-ID',
  'X-CSRF-Token',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
];

/** Lists common values of a header. */
export const listHeaderValues = (name: string): readonly string[] =>
  getOwnValue(commonValues, name.trim().toLowerCase()) ?? [];

interface Props {
  /** The folder of the request or folder being edited; null for the workspace itself. */
  readonly folder: string | null;
  readonly own: OwnValues;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
}

/** Edits headers, and shows the inherited headers below. */
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
