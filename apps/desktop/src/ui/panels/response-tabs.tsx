import * as Tabs from '@radix-ui/react-tabs';
import type { LogLine, ResponseSummary } from '@tandem/core';

import { jsonPieces } from '../model/coloured-json.js';
import { byteSize, prettyBody } from '../model/show-body.js';
import { Rows } from './rows.js';

const Text = ({ response, text }: { readonly response: ResponseSummary; readonly text: string }) => {
  const pretty = prettyBody(text, response.headers['content-type']);
  if (!pretty.json) return <pre className="code">{pretty.text}</pre>;
  return (
    <pre className="code">
      {jsonPieces(pretty.text).map((piece, index) =>
        piece.kind === 'other' ? (
          piece.text
        ) : (
          <span key={index} className={`json-${piece.kind}`}>
            {piece.text}
          </span>
        ),
      )}
    </pre>
  );
};

const Body = ({ response }: { readonly response: ResponseSummary | null }) => {
  if (response === null) return <p className="quiet">There is no answer.</p>;
  const { textBody, bodyType, bodyTruncated, size } = response;
  return (
    <>
      {bodyType === 'empty' && <p className="quiet">The answer has no body.</p>}
      {bodyType === 'binary' && <p className="quiet">The body is binary, {byteSize(size)}.</p>}
      {bodyType === 'text' && textBody !== null && <Text response={response} text={textBody} />}
      {bodyTruncated && (
        <p className="quiet">Only the beginning is shown; the whole body has {byteSize(size)}.</p>
      )}
    </>
  );
};

const headerRows = ({ headers }: ResponseSummary) =>
  Object.entries(headers).map(([name, value]) => ({ name, value, enabled: true }));

const Console = ({ logs }: { readonly logs: readonly LogLine[] }) =>
  logs.length === 0 ? (
    <p className="quiet">The script wrote nothing.</p>
  ) : (
    <ol className="console">
      {logs.map(({ level, message, handler }, index) => (
        <li key={index} data-level={level}>
          <span className="quiet">{handler}</span> <span>{message}</span>
        </li>
      ))}
    </ol>
  );

interface Props {
  readonly response: ResponseSummary | null;
  readonly logs: readonly LogLine[];
}

/** Body, headers and console of an answer, one at a time. */
export const ResponseTabs = ({ response, logs }: Props) => {
  const headers = response ? headerRows(response) : [];
  return (
    <Tabs.Root className="tabs" defaultValue="body">
      <Tabs.List className="tab-list" aria-label="Response">
        <Tabs.Trigger value="body">Body</Tabs.Trigger>
        <Tabs.Trigger value="headers">
          Headers <span className="count">{headers.length}</span>
        </Tabs.Trigger>
        <Tabs.Trigger value="console">
          Console <span className="count">{logs.length}</span>
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="body">
        <Body response={response} />
      </Tabs.Content>
      <Tabs.Content value="headers">
        <Rows rows={headers} />
      </Tabs.Content>
      <Tabs.Content value="console">
        <Console logs={logs} />
      </Tabs.Content>
    </Tabs.Root>
  );
};
