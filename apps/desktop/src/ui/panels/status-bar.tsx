import { decode } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';

import { Status } from '../../status.js';
import type { LinkState } from '../link/link.js';
import { useLinkState } from '../link/use-link.js';
import { CopyAddress } from './copy-address.js';

const readStatus = async (): Promise<Status> => {
  const response = await fetch('/status');
  const status = decode(Status)(await response.json());
  if (status._tag === 'Left')
    throw new Error(`The status is not understood: ${status.left.map(({ message }) => message).join('; ')}`);
  return status.right;
};

const words = {
  open: 'Connected',
  connecting: 'Connecting',
  lost: 'Not connected',
  refused: 'Not open',
} as const;

const Fact = ({
  name,
  value,
  title,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly title?: string | undefined;
}) => (
  <span className="fact" title={title}>
    <span className="label">{name}</span>
    <span>{value ?? 'none'}</span>
  </span>
);

const Connection = ({ kind }: Pick<LinkState, 'kind'>) => (
  <span className={`connection ${kind === 'open' ? 'good' : 'bad'}`}>
    <span className="words">{words[kind]}</span>
  </span>
);

/** The line at the bottom: connection, addresses, workspace, environment, version. */
export const StatusBar = () => {
  const { kind } = useLinkState();
  const enabled = kind === 'open';
  const { data } = useQuery({ queryKey: ['status'], queryFn: readStatus, enabled, refetchInterval: 5_000 });
  return (
    <footer className="status" aria-label="Status">
      <Connection kind={kind} />
      {data && (
        <>
          <CopyAddress name="MCP" url={data.mcp} />
          <CopyAddress name="Echo" url={data.echo} />
          <span className="spring" />
          <Fact name="Workspace" value={data.workspace?.name} title={data.workspace?.path} />
          <Fact name="Environment" value={data.environment ?? undefined} />
          <span className="quiet">Tandem {data.version}</span>
        </>
      )}
    </footer>
  );
};
