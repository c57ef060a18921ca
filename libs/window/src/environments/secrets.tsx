import { type EnvironmentView, normalizeHostPattern, type ProvidedSecretList } from '@tandem/core';
import { useEffect, useState } from 'react';

import { Badge, Button, Field } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { FoldedSection } from './folded-section.js';
import { type SecretWithHosts, useSecretHosts, useProvidedSecrets } from './use-secrets.js';

type Secret = ProvidedSecretList['secrets'][number];

const decisionLabels: Readonly<Record<Secret['decision'], string>> = {
  waiting: 'not decided',
  allowed: 'allowed',
  refused: 'refused',
};

const ProvidedSecret = ({
  secret: { name, decision, fixed },
  onDecide,
}: {
  readonly secret: Secret;
  readonly onDecide: (allow: boolean) => void;
}) => (
  <li className="row">
    <code>{name}</code>
    <Badge>{decisionLabels[decision]}</Badge>
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

/** The secrets that could get their value from outside of Tandem, each with the person's decision. */
export const ProvidedSecretChoices = ({ isShown }: { readonly isShown: (secret: Secret) => boolean }) => {
  const { secrets, problem, decide } = useProvidedSecrets();
  return (
    <>
      <ul className="stack">
        {secrets.filter(isShown).map((secret) => (
          <ProvidedSecret
            key={secret.name}
            secret={secret}
            onDecide={(allow) => void decide(secret.name, allow)}
          />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

const everySecret = (): boolean => true;

/** The secrets that could get their value from outside of Tandem, with an explanation. */
export const ProvidedSecrets = ({
  isShown = everySecret,
}: {
  readonly isShown?: (secret: Secret) => boolean;
}) => {
  const { secrets } = useProvidedSecrets();
  const shown = secrets.filter(isShown);
  if (shown.length === 0) return null;
  const waiting = shown.filter(({ decision }) => decision === 'waiting').length;
  const allowed = shown.filter(({ decision }) => decision === 'allowed').length;
  return (
    <section aria-label="External values">
      <FoldedSection
        title="External values"
        badge={waiting > 0 && <Badge tone="warn">{waiting} not decided</Badge>}
        summary={`${allowed} of ${shown.length} allowed`}
        isUrgent={waiting > 0}
      >
        <p>
          Values that Tandem's environment (<code>TANDEM_SECRET_…</code>, and the variables in{' '}
          <code>TANDEM_ENV_ALLOW</code>) or your secret command can provide to this workspace. Its requests
          decide where an allowed value is sent.
        </p>
        <ProvidedSecretChoices isShown={isShown} />
      </FoldedSection>
    </section>
  );
};

const formatHosts = (hosts: readonly string[]): string => hosts.join(', ');

const parseHosts = (text: string): readonly string[] => text.split(/[\s,]+/).filter((one) => one !== '');

interface Props {
  readonly secret: SecretWithHosts;
  readonly problem: string | undefined;
  /** Whether the hosts that the environment's file proposes are shown. */
  readonly hasProposal: boolean;
  readonly onChoose: (hosts: readonly string[]) => void;
  readonly onMakePlain: () => void;
}

/** The hosts that the environment's file proposes. They apply only once a person approves them. */
export const ProposedHosts = ({
  secret: { name, hosts, wanted = [] },
  onChoose,
}: Pick<Props, 'secret' | 'onChoose'>) => (
  <p className="row" role="status">
    <span>
      Its file says {formatHosts(wanted)}. Until you agree, {name} goes to {formatHosts(hosts)} only.
    </span>
    <Button isSmall aria-label={`Agree to the hosts of ${name}`} onClick={() => onChoose(wanted)}>
      Agree
    </Button>
    <Button isSmall aria-label={`Keep the hosts of ${name}`} onClick={() => onChoose(hosts)}>
      Keep
    </Button>
  </p>
);

/** The hosts to which a secret without host bindings was sent, with a button that binds the secret to them. */
const ObservedHosts = ({ secret: { name, sentTo = [] }, onChoose }: Pick<Props, 'secret' | 'onChoose'>) => (
  <p className="row">
    <span>Sent to {formatHosts(sentTo)} since Tandem started.</span>
    <Button isSmall onClick={() => onChoose(sentTo)}>
      Restrict {name} to {sentTo.length === 1 ? 'this host' : 'these hosts'}
    </Button>
  </p>
);

/** A value that an import turned into a secret, with a button that turns it into a variable. */
const ImportedSecret = ({ secret: { name }, onMakePlain }: Pick<Props, 'secret' | 'onMakePlain'>) => (
  <p className="row">
    <span>An import made {name} a secret.</span>
    <Button isSmall title="Its value is shown, and written to files" onClick={onMakePlain}>
      Make it a variable
    </Button>
  </p>
);

const HostsRow = (props: Props) => {
  const { name, hosts, wanted, sentTo, isImported } = props.secret;
  const stored = formatHosts(hosts);
  const [typed, setTyped] = useState(stored);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => setTyped(stored), [stored]);
  const store = (): void => {
    const chosen = parseHosts(typed);
    const bad = chosen.find((one) => normalizeHostPattern(one) === undefined);
    setWrong(bad);
    if (bad === undefined && typed.trim() !== stored) props.onChoose(chosen);
  };
  return (
    <li className="stack">
      <div className="row">
        <Field
          label={`Hosts of ${name}`}
          labelPosition="beside"
          placeholder="api.example.com, …"
          value={typed}
          error={
            wrong === undefined
              ? props.problem
              : `“${wrong}” is not a host. Leave out the scheme and the path.`
          }
          onChange={({ target }) => setTyped(target.value)}
          onBlur={store}
          onKeyDown={({ key }) => {
            if (key === 'Enter') store();
            if (key === 'Escape') setTyped(stored);
          }}
        />
        {hosts.length === 0 && <Badge tone="warn">any host</Badge>}
      </div>
      {sentTo !== undefined && <ObservedHosts {...props} />}
      {props.hasProposal && wanted !== undefined && <ProposedHosts {...props} />}
      {isImported && <ImportedSecret {...props} />}
    </li>
  );
};

/** Summarizes in a few words to which hosts the secrets may be sent. */
const summarizeHosts = (secrets: readonly SecretWithHosts[]): string => {
  const open = secrets.filter(({ hosts }) => hosts.length === 0).map(({ name }) => name);
  if (open.length === 0) return `${formatCount(secrets.length, 'secret')}, each restricted to its hosts`;
  const [first = ''] = open;
  return open.length === 1
    ? `${first} may go to any host`
    : `${open.length} of ${formatCount(secrets.length, 'secret')} may go to any host`;
};

/** The secrets of an environment, each with the hosts that it may be sent to. */
export const SecretHostList = ({
  environment,
  hasProposals = true,
}: {
  readonly environment: EnvironmentView;
  /** Whether the hosts that the environment's file proposes are shown. */
  readonly hasProposals?: boolean;
}) => {
  const { secrets, problem, choose, makePlain } = useSecretHosts();
  return (
    <ul className="stack">
      {secrets
        .filter(({ environmentId }) => environmentId === environment.id)
        .map((secret) => (
          <HostsRow
            key={secret.name}
            secret={secret}
            problem={problem?.name === secret.name ? problem.words : undefined}
            hasProposal={hasProposals}
            onChoose={(hosts) => void choose(secret, hosts)}
            onMakePlain={() => void makePlain(secret)}
          />
        ))}
    </ul>
  );
};

/** Explains how hosts of secrets are written, and what they do. */
export const HostsExplanation = () => (
  <p className="quiet">
    For example <code>api.example.com</code>, <code>*.example.com</code>, <code>example.com:8443</code> or{' '}
    <code>127.0.0.1:*</code>. Requests that would send a secret elsewhere are not sent. Agents cannot change
    this.
  </p>
);

/** Shows to which hosts the secrets of an environment may be sent. */
export const SecretHosts = ({ environment }: { readonly environment: EnvironmentView }) => {
  const { secrets } = useSecretHosts();
  const own = secrets.filter(({ environmentId }) => environmentId === environment.id);
  if (own.length === 0) return null;
  return (
    <section aria-label="Hosts of secrets">
      <FoldedSection
        title="Where secrets may go"
        summary={
          <>
            {own.some(({ hosts }) => hosts.length === 0) && <Badge tone="warn">any host</Badge>}{' '}
            {summarizeHosts(own)}
          </>
        }
        isUrgent={own.some(({ wanted, isImported }) => wanted !== undefined || isImported === true)}
      >
        <HostsExplanation />
        <SecretHostList environment={environment} />
      </FoldedSection>
    </section>
  );
};
