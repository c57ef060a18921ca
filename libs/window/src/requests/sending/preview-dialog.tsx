import type { RpcMethods } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { Button, Dialog, Method } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { describeFault, listFaultActions } from '../../response/fault-advice.js';
import { describeProblem } from '../../link/problem-words.js';
import { formatByteSize } from '../../response/body/show-body.js';
import type { RequestId } from '../saved-request.js';
import { useDrafts } from '../drafts/use-drafts.js';
import { prepareSending } from './send-blocker.js';
import { ConsoleLines } from '../../response/messages.js';
import { ProblemActions } from '../../response/problem-actions.js';
import { WarningChip } from '../../response/warning-chip.js';
import { Failure } from '../../response/result.js';
import { RequestContent } from '../../response/sent-request.js';
import { Origins, TracedValue } from './origins.js';

type Preview = RpcMethods['requests_preview']['result'];

const PreviewContent = ({
  id,
  preview,
  onLeave,
}: {
  readonly id: RequestId;
  readonly preview: Preview;
  readonly onLeave: () => void;
}) => {
  const { request, mocked, error, origins, diagnostics, logs } = preview;
  const { method, url, headers, body, encoding, size, bodyTruncated = false } = request;
  const why = error && describeFault(error);
  const isBinary = encoding !== undefined;
  const execution = { id, url, origins, onLeave };
  return (
    <div className="stack">
      {why && (
        <div role="alert">
          <Failure message={why.what} advice={why.advice}>
            <ProblemActions
              problem={{ ...execution, code: error.code, details: error.details }}
              actions={listFaultActions(error, diagnostics)}
            />
          </Failure>
        </div>
      )}
      {mocked && <p>The script mocks the response, so nothing would be sent.</p>}
      <div>
        <WarningChip diagnostics={diagnostics} execution={execution} />
      </div>
      <p className="preview-target">
        <Method method={method} />{' '}
        <code>
          <TracedValue value={url} label="the URL" origins={origins.url} onLeave={onLeave} />
        </code>
      </p>
      <RequestContent
        request={{
          headers,
          body:
            body === null || isBinary
              ? { type: 'none' }
              : { type: 'text', text: body, truncated: bodyTruncated },
        }}
        origins={origins}
        onLeave={onLeave}
      />
      {isBinary && <p>{formatByteSize(size)} that are not text.</p>}
      <Origins origins={origins} onLeave={onLeave} />
      {logs.length > 0 && (
        <>
          <h3>Console</h3>
          <ConsoleLines logs={logs} />
        </>
      )}
    </div>
  );
};

const describePreview = (reveal: boolean): string =>
  `Variables, auth and onRequest are applied; secrets are ${reveal ? 'shown' : 'hidden'}. Nothing was sent.`;

const Reveal = ({
  reveal,
  onChange,
}: {
  readonly reveal: boolean;
  readonly onChange: (reveal: boolean) => void;
}) => (
  <Button aria-pressed={reveal} onClick={() => onChange(!reveal)}>
    {reveal ? 'Hide secrets' : 'Show secrets'}
  </Button>
);

/** Shows the request that Send would send. Nothing is sent. */
export const PreviewDialog = ({
  id,
  onSend,
  onClose,
}: {
  readonly id: RequestId;
  readonly onSend: () => void;
  readonly onClose: () => void;
}) => {
  const link = useLink();
  const drafts = useDrafts();
  const [reveal, setReveal] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...queryKeys.preview, id, reveal],
    queryFn: async ({ signal }) => {
      const why = await prepareSending(drafts, id);
      if (why !== undefined) throw new Error(`No preview: ${why.reason}`);
      return link.call('requests_preview', { id, reveal }, { signal });
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog
      title="Preview"
      description={describePreview(reveal)}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Reveal reveal={reveal} onChange={setReveal} />
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={data?.error !== null}
            onClick={() => {
              onClose();
              onSend();
            }}
          >
            Send
          </Button>
        </>
      }
    >
      {error && (
        <p className="bad" role="alert">
          {describeProblem(error)}
        </p>
      )}
      {data ? (
        <PreviewContent id={id} preview={data} onLeave={onClose} />
      ) : (
        !error && <p className="quiet">Preparing the request …</p>
      )}
    </Dialog>
  );
};
