import { Copy, Plug } from 'lucide-react';
import { Suspense } from 'react';

import type { LinkState } from '../link/link.js';
import { useLinkState, useStatus } from '../link/use-link.js';
import { lazyAfterFirstPaint } from '../served/lazy.js';
import { useCopy, useShow } from './page.js';
import { Button, Tooltip } from '../kit/index.js';

const TrustState = lazyAfterFirstPaint(async () => ({
  default: (await import('../trust/trust-state.js')).TrustState,
}));

const connectionLabels = {
  open: 'Connected',
  connecting: 'Connecting',
  lost: 'Not connected',
  refused: 'Not open',
} as const;

const Connection = ({ kind }: Pick<LinkState, 'kind'>) => (
  <span className={`connection ${kind === 'open' ? 'good' : 'bad'}`}>
    <span className="words">{connectionLabels[kind]}</span>
  </span>
);

/** Shows an address, which a click copies. */
const Address = ({ name, url }: { readonly name: string; readonly url: string }) => {
  const copy = useCopy();
  return (
    <Tooltip content="Copy" side="top">
      <button type="button" className="address status-link" onClick={() => copy(url, `the ${name} address`)}>
        <span className="label">{name}</span>
        <span className="url">{url}</span>
        <Copy className="k-icon" aria-hidden="true" />
      </button>
    </Tooltip>
  );
};

const FolderStatus = lazyAfterFirstPaint(async () => ({
  default: (await import('../synchronization/folder-status.js')).FolderStatus,
}));

/** The bar at the bottom: connection, addresses, what waits, the state of the folder and the version. */
export const StatusBar = () => {
  const { kind } = useLinkState();
  const status = useStatus();
  const show = useShow();
  return (
    <footer className="status" aria-label="Status">
      <Connection kind={kind} />
      {status && (
        <>
          <Address name="MCP" url={status.mcp} />
          <Address name="Echo" url={status.echo} />
          <Button variant="quiet" isSmall icon={Plug} onClick={() => show('connect')}>
            Connect an agent
          </Button>
          <span className="spring" />
          {/* Without a connection, neither is known: the page may have edits that are not saved anywhere. */}
          {kind === 'open' && (
            <Suspense>
              <TrustState />
              <FolderStatus />
            </Suspense>
          )}
          <span className="quiet">Tandem {status.version}</span>
        </>
      )}
    </footer>
  );
};
