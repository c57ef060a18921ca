import type { ProvidedSecretList } from '@tandem/core';

import { useProvidedSecrets } from './use-secrets.js';

type Secret = ProvidedSecretList['secrets'][number];

const decisionLabels: Readonly<Record<Secret['decision'], string>> = {
  waiting: 'not decided',
  allowed: 'allowed',
  refused: 'refused',
};

const Row = ({
  secret: { name, decision, fixed },
  onDecide,
}: {
  readonly secret: Secret;
  readonly onDecide: (allow: boolean) => void;
}) => (
  <li className="row">
    <code>{name}</code>
    <span className="tag">{decisionLabels[decision]}</span>
    {fixed && <span className="quiet">allowed by --allow-env-secrets</span>}
    {!fixed && decision !== 'allowed' && (
      <button
        type="button"
        className="button small"
        aria-label={`Allow ${name}`}
        onClick={() => {
          onDecide(true);
        }}
      >
        Allow
      </button>
    )}
    {!fixed && decision !== 'refused' && (
      <button
        type="button"
        className="button small"
        aria-label={`Refuse ${name}`}
        onClick={() => {
          onDecide(false);
        }}
      >
        Refuse
      </button>
    )}
  </li>
);

/** The secrets that could use a value of Tandem's environment, each with the person's decision. */
export const ProvidedSecrets = () => {
  const { secrets, problem, decide } = useProvidedSecrets();
  if (secrets.length === 0) return null;
  return (
    <section className="stack" aria-label="External values">
      <h2>External values</h2>
      <p>
        This workspace asks for secrets that Tandem's environment (<code>TANDEM_SECRET_…</code>) or your
        secret command can give a value. Its requests decide where an allowed value is sent.
      </p>
      <ul className="stack">
        {secrets.map((secret) => (
          <Row key={secret.name} secret={secret} onDecide={(allow) => void decide(secret.name, allow)} />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};
