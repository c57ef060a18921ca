import type { ExecutionResult, SentBody } from '@tandem/core';

import { prettyBody } from '../model/show-body.js';
import { useSent } from '../state/use-history.js';
import { Rows } from './rows.js';

const Body = ({ body, type }: { readonly body: SentBody; readonly type: string | undefined }) => {
  switch (body.type) {
    case 'none':
      return <p className="quiet">It carried no body.</p>;
    case 'text':
      return (
        <>
          <pre className="code">{prettyBody(body.text, type).text}</pre>
          {body.truncated && <p className="quiet">Only the beginning of the body was kept.</p>}
        </>
      );
    case 'multipart':
      return (
        <Rows
          rows={body.parts.map(({ name, value, isFile }) => ({
            name,
            value: isFile ? `the file ${value}` : value,
            enabled: true,
          }))}
        />
      );
    case 'file':
      return <p>The file {body.file}</p>;
  }
};

/** The request as it was sent, after scripts; the values of secrets stay hidden. */
export const Sent = ({ result }: { readonly result: ExecutionResult }) => {
  const { method, url } = result.request;
  const sent = useSent(result.executionId);
  const isMocked = result.lifecycle.mocked;
  return (
    <div className="stack">
      <pre className="code">{`${method} ${url}`}</pre>
      {isMocked && <p className="quiet">The script answered in the place of a server; this was not sent.</p>}
      {sent === null && <p className="quiet">Headers and body were not kept: it was not ready to be sent.</p>}
      {sent && (
        <>
          <h3>Headers</h3>
          <Rows rows={sent.headers.map((header) => ({ ...header, enabled: true }))} />
          <h3>Body</h3>
          <Body
            body={sent.body}
            type={sent.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value}
          />
        </>
      )}
    </div>
  );
};
