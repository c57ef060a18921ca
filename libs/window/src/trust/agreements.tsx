import type { OutsideScript, ConnectionKind, ConnectionReview } from '@tandem/core';

import { Badge, Button, CodeDiff } from '../kit/index.js';
import { useOutsideScripts, useConnectionReviews } from './use-agreements.js';
import '../style/folder.css';

const NewScript = ({
  script: { path, before, text, usesSecrets, sends },
  onApprove,
}: {
  readonly script: OutsideScript;
  readonly onApprove: () => void;
}) => (
  <section className="conflicts folder-conflict new-script" aria-label={`New script ${path}`}>
    <div className="row">
      <code className="selectable">{path}</code>
      {usesSecrets && <Badge tone="warn">reads secrets</Badge>}
      {sends && <Badge tone="warn">sends requests</Badge>}
      <span className="quiet">{before === '' ? 'new' : 'changed'}</span>
      <Button isSmall onClick={onApprove}>
        Approve
      </Button>
    </div>
    <div className="text-diff">
      <CodeDiff label={`What is new in ${path}`} before={before} after={text} />
    </div>
  </section>
);

/** Lists new scripts from a synchronization or an import that wait for approval, each with its previous version. */
export const NewScripts = () => {
  const { outside, problem, approve } = useOutsideScripts();
  const scripts = outside?.scripts ?? [];
  if (scripts.length === 0 && problem === undefined) return null;
  return (
    <section className="stack" aria-label="New scripts">
      <h3>
        New scripts <span className="count">{scripts.length}</span>
      </h3>
      <p>
        These scripts came with the folder or an import. Until you approve them, the scripts of their requests
        get no secrets and cannot send requests; everything else works.
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {scripts.map((script) => (
        <NewScript
          key={`${script.requestId} ${script.path} ${script.hash}`}
          script={script}
          onApprove={() => void approve([script.hash])}
        />
      ))}
      {scripts.length > 1 && (
        <div className="row">
          <Button isSmall onClick={() => void approve(scripts.map(({ hash }) => hash))}>
            Approve all {scripts.length}
          </Button>
        </div>
      )}
    </section>
  );
};

/** A switch that determines whether scripts from the folder wait for approval. */
export const FolderTrust = () => {
  const { outside, trust } = useOutsideScripts();
  if (outside === undefined) return null;
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={outside.isTrusted}
        disabled={outside.isFixed}
        onChange={({ target }) => void trust(target.checked)}
      />
      Trust this folder: new scripts get secrets without asking, and git runs its hooks
    </label>
  );
};

const connectionNames: Readonly<Record<ConnectionKind, string>> = {
  proxy: 'Proxy',
  ca: 'CA file',
  clientCertificate: 'Client certificate',
  unverified: 'Verification off',
};

const connectionRisks: Readonly<Record<ConnectionKind, string>> = {
  proxy: 'sees where requests go, and reads those that are not encrypted',
  ca: 'can impersonate any server',
  clientCertificate: 'is presented to these servers',
  unverified: 'anyone who answers can read its requests',
};

const PendingConnection = ({
  setting: { kind, value },
  onAgree,
}: {
  readonly setting: ConnectionReview;
  readonly onAgree: () => void;
}) => (
  <section className="conflicts folder-conflict" aria-label={`${connectionNames[kind]} ${value}`}>
    <div className="row">
      <Badge tone="warn">{connectionNames[kind]}</Badge>
      <code className="selectable">{value}</code>
      <span className="quiet">{connectionRisks[kind]}</span>
      <Button isSmall onClick={onAgree}>
        Agree
      </Button>
    </div>
  </section>
);

/** Lists settings from an agent or a file that could let others read sent data, and that wait for approval. */
export const PendingConnections = () => {
  const { settings, problem, approve } = useConnectionReviews();
  if (settings.length === 0 && problem === undefined) return null;
  return (
    <section className="stack" aria-label="New connections">
      <h3>
        New connections <span className="count">{settings.length}</span>
      </h3>
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
