import type { ConnectionKind, ConnectionReview } from '@tandem/core';

import { Badge, Button } from '../kit/index.js';
import { useConnectionReviews } from './use-agreements.js';

const names: Readonly<Record<ConnectionKind, string>> = {
  proxy: 'Proxy',
  ca: 'CA file',
  clientCertificate: 'Client certificate',
  unverified: 'Verification off',
};

const meanings: Readonly<Record<ConnectionKind, string>> = {
  proxy: 'sees where requests go, and reads those that are not encrypted',
  ca: 'can impersonate any server',
  clientCertificate: 'is presented to these servers',
  unverified: 'whoever answers can read its requests',
};

const PendingConnection = ({
  setting: { kind, value },
  onAgree,
}: {
  readonly setting: ConnectionReview;
  readonly onAgree: () => void;
}) => (
  <section className="conflicts folder-conflict" aria-label={`${names[kind]} ${value}`}>
    <div className="row">
      <Badge tone="warn">{names[kind]}</Badge>
      <code className="selectable">{value}</code>
      <span className="quiet">{meanings[kind]}</span>
      <Button isSmall onClick={onAgree}>
        Agree
      </Button>
    </div>
  </section>
);

/** Settings by an agent or a file that could let others read what is sent. */
export const PendingConnections = () => {
  const { settings, problem, approve } = useConnectionReviews();
  if (settings.length === 0 && problem === undefined) return null;
  return (
    <section className="stack" aria-label="New connections">
      <h2>
        New connections <span className="count">{settings.length}</span>
      </h2>
      <p>
        An agent or a file set these, and they decide who can read what you send. Until you agree, requests
        that they affect are not sent. To refuse one, remove it from the settings.
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {settings.map((setting) => (
        <PendingConnection key={setting.key} setting={setting} onAgree={() => void approve([setting.key])} />
      ))}
    </section>
  );
};
