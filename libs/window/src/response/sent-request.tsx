import {
  type ExecutionResult,
  type Origins as AllOrigins,
  describePart,
  type Redirect,
  type SentBody,
  type SentRequest,
} from '@tandem/core';

import { formatDuration, formatReadableBody } from './body/show-body.js';
import { useSentRequest } from '../history/use-history.js';
import { Method, Rows } from '../kit/index.js';
import { Origins, TracedValue } from '../requests/sending/origins.js';

/**
 * Lists the headers of a sent request. The Content-Type of a multipart body is missing until the request is
 * sent, because it contains the boundary.
 */
export const listSentHeaders = ({ headers, body }: SentRequest): SentRequest['headers'] =>
  body.type !== 'multipart' || headers.some(({ name }) => name.toLowerCase() === 'content-type')
    ? headers
    : [...headers, { name: 'content-type', value: 'multipart/form-data; boundary=…' }];

const Body = ({ body, type }: { readonly body: SentBody; readonly type: string | undefined }) => {
  switch (body.type) {
    case 'none':
      return <p className="quiet">No body.</p>;
    case 'text':
      return (
        <>
          <pre className="code">{formatReadableBody(body.text, type).text}</pre>
          {body.truncated && <p className="quiet">Only the beginning of the body was stored.</p>}
        </>
      );
    case 'multipart':
      return (
        <Rows
          rows={body.parts.map((part) => ({ name: part.name, value: describePart(part), enabled: true }))}
        />
      );
    case 'file':
      return <p>The file {body.file}</p>;
  }
};

/** Shows each redirect that was followed, and what it changed in the request. */
const Redirects = ({ redirects }: { readonly redirects: readonly Redirect[] }) => (
  <>
    <h3>Redirects</h3>
    <ol className="redirects" aria-label="Redirects">
      {redirects.map(({ status, method, url, time, nextMethod, droppedHeaders }, index) => (
        <li key={index}>
          <p>
            <strong>{status}</strong> <Method method={method} /> <code>{url}</code>{' '}
            <span className="quiet">{formatDuration(time)}</span>
          </p>
          {nextMethod !== method && (
            <p className="quiet">
              The method changed from {method} to {nextMethod}.
            </p>
          )}
          {droppedHeaders.length > 0 && (
            <p className="quiet">These headers were not sent on: {droppedHeaders.join(', ')}</p>
          )}
        </li>
      ))}
    </ol>
  </>
);

/** Shows the headers and body of a request. A click on the value of a header shows its origin. */
export const RequestContent = ({
  request,
  origins = {},
  onLeave,
}: {
  readonly request: SentRequest;
  readonly origins?: AllOrigins | undefined;
  /** Called before a folder is opened. */
  readonly onLeave?: () => void;
}) => (
  <>
    <h3>Headers</h3>
    <Rows
      rows={listSentHeaders(request).map((header) => ({
        ...header,
        enabled: true,
        shown: (
          <TracedValue
            value={header.value}
            label={header.name}
            origins={origins[`headers.${header.name.toLowerCase()}`]}
            onLeave={onLeave}
          />
        ),
      }))}
    />
    <h3>Body</h3>
    <Body
      body={request.body}
      type={request.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value}
    />
  </>
);

/** Shows the stored request as it was sent, after its scripts. Values of secrets are redacted. */
export const SentRequestView = ({ result }: { readonly result: ExecutionResult }) => {
  const stored = useSentRequest(result.executionId);
  const carried = stored?.carried;
  const isMocked = result.lifecycle.mocked;
  return (
    <div className="stack">
      {stored === null && <p className="quiet">The request that was sent is no longer stored.</p>}
      {stored && <pre className="code">{`${stored.method} ${stored.url}`}</pre>}
      {isMocked && <p className="quiet">The script returned a mock response; this request was not sent.</p>}
      {carried === null && (
        <p className="quiet">
          Headers and body are not available: the request failed before it could be sent.
        </p>
      )}
      {carried?.redirects && <Redirects redirects={carried.redirects} />}
      {carried && <RequestContent request={carried} origins={stored.origins} />}
      {stored?.origins && <Origins origins={stored.origins} />}
    </div>
  );
};
