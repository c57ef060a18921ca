import type { RestRequest, RestRequestId } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { type Part, requestParts } from '../model/request-parts.js';
import { urlPieces } from '../model/url-pieces.js';
import type { Runner } from '../use-runs.js';
import { Method } from './method.js';
import { Problem } from './problem.js';
import { ResultPanel } from './result-panel.js';
import { Rows } from './rows.js';

interface Props {
  readonly id: RestRequestId;
  readonly runner: Runner;
  /** How often it looks for what others changed, in milliseconds. */
  readonly lookAgainMs: number;
}

const Url = ({ url }: { readonly url: string }) => (
  <code className="url">
    {urlPieces(url).map(({ kind, text }, index) => (
      <span key={index} className={kind}>
        {text}
      </span>
    ))}
  </code>
);

const Parts = ({ parts }: { readonly parts: readonly Part[] }) =>
  parts.map((part) => (
    <section key={part.title} aria-label={part.title}>
      <h2>
        {part.title} {part.kind === 'text' && <span className="note">{part.note}</span>}
      </h2>
      {part.kind === 'rows' ? <Rows rows={part.rows} /> : <pre className="code">{part.text}</pre>}
    </section>
  ));

const Details = ({ request }: { readonly request: RestRequest }) => {
  const parts = requestParts(request);
  return (
    <div className="details" role="region" aria-label="Request" tabIndex={0}>
      {request.description !== '' && <p className="quiet">{request.description}</p>}
      {parts.length > 0 ? (
        <Parts parts={parts} />
      ) : (
        <p className="quiet">No parameters, headers, body or script.</p>
      )}
    </div>
  );
};

const RunButton = ({ id, runner }: Pick<Props, 'id' | 'runner'>) => {
  const isOpen = useLinkState().kind === 'open';
  if (runner.runs.get(id)?.kind === 'running') {
    return (
      <button
        type="button"
        className="button"
        onClick={() => {
          runner.cancel(id);
        }}
      >
        Cancel
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button primary"
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title="Ctrl+Enter"
      disabled={!isOpen}
      onClick={() => {
        runner.start(id);
      }}
    >
      Run
    </button>
  );
};

/** Runs the request on Ctrl+Enter or Cmd+Enter, wherever the focus is. */
const useRunKey = ({ id, runner: { start } }: Pick<Props, 'id' | 'runner'>): void => {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      start(id);
    };
    window.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', hear);
    };
  }, [id, start]);
};

/** One request: what it is, a button to run it, what came of it. */
export const RequestPanel = ({ id, runner, lookAgainMs }: Props) => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data: request, error } = useQuery({
    queryKey: ['rest_get', id],
    queryFn: () => link.call('rest_get', { id }),
    refetchInterval: lookAgainMs,
    enabled,
  });
  useRunKey({ id, runner });
  if (request === undefined)
    return error ? <Problem error={error} /> : <div className="empty quiet">Loading …</div>;
  return (
    <div className="request">
      <header>
        <h1>{request.name}</h1>
        <div className="target">
          <Method method={request.method} />
          <Url url={request.url} />
          <RunButton id={id} runner={runner} />
        </div>
      </header>
      <Details request={request} />
      <ResultPanel run={runner.runs.get(id)} />
    </div>
  );
};
