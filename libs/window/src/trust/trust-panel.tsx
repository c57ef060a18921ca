import { Plug } from 'lucide-react';
import type { EnvironmentView } from '@tandem/core';

import { AgentList } from '../agents/connect-panel.js';
import { ColorDot } from '../environments/colors.js';
import { HostsExplanation, ProvidedSecrets, SecretHostList } from '../environments/secrets.js';
import { useEnvironmentCalls } from '../environments/use-environment-calls.js';
import { useSecretHosts } from '../environments/use-secrets.js';
import { Badge, Button } from '../kit/index.js';
import { useStatus } from '../link/use-link.js';
import { useEnvironments } from '../requests/variables/use-names.js';
import { useOpenSetting } from '../shell/open-setting.js';
import { useShow } from '../shell/page.js';
import { FolderTrust } from './agreements.js';
import { GuardSettings } from './environment-guard.js';
import { ScriptSendingChoice } from './script-sending.js';
import { isSecretAsked } from './use-waiting.js';
import { WaitingList } from './waiting-list.js';
import '../style/trust.css';

interface ListProps {
  readonly environments: readonly EnvironmentView[];
}

const EnvironmentTitle = ({
  environment: { name, color, active },
}: {
  readonly environment: EnvironmentView;
}) => (
  <h3 className="row">
    {color !== '' && <ColorDot color={color} />}
    {name}
    {active && <Badge tone="good">active</Badge>}
  </h3>
);

/** Lists the guard of each environment. */
const Guards = ({ environments }: ListProps) => {
  const calls = useEnvironmentCalls();
  return (
    <section className="stack" aria-label="What agents may send">
      <h2>What agents may send</h2>
      <ul className="trust-list">
        {environments.map((environment) => (
          <li key={environment.id}>
            <EnvironmentTitle environment={environment} />
            <GuardSettings environment={environment} calls={calls} owner={environment.id} />
          </li>
        ))}
      </ul>
      {!environments.some(({ active }) => active) && (
        <p className="quiet">No environment is active, so agents may send everything.</p>
      )}
      {calls.problem !== undefined && (
        <p className="bad" role="alert">
          {calls.problem}
        </p>
      )}
    </section>
  );
};

/** Lists the hosts of every secret, and the secrets that may get their value from outside of Tandem. */
const Secrets = ({ environments }: ListProps) => {
  const { secrets } = useSecretHosts();
  const owners = environments.filter(({ id }) => secrets.some(({ environmentId }) => environmentId === id));
  return (
    <>
      <section className="stack" aria-label="Where secrets may go">
        <h2>Where secrets may go</h2>
        {owners.length === 0 ? <p className="quiet">No environment has a secret.</p> : <HostsExplanation />}
        <ul className="trust-list">
          {owners.map((environment) => (
            <li key={environment.id}>
              <EnvironmentTitle environment={environment} />
              <SecretHostList environment={environment} hasProposals={false} />
            </li>
          ))}
        </ul>
      </section>
      <ProvidedSecrets isShown={(secret) => !isSecretAsked(secret)} />
    </>
  );
};

const Scripts = () => (
  <section className="stack" aria-label="What scripts may do">
    <h2>What scripts may do</h2>
    <ScriptSendingChoice />
    <FolderTrust />
  </section>
);

/** Lists who has access to sent data: intermediate servers, and agents. */
const Access = () => {
  const open = useOpenSetting();
  const show = useShow();
  const status = useStatus();
  return (
    <>
      <section className="stack" aria-label="Who can read what is sent">
        <h2>Who can read what is sent</h2>
        <p className="row">
          <span className="quiet">Proxies, CAs and client certificates are settings of the workspace.</span>
          <Button isSmall onClick={() => open('workspace', { part: 'connections' })}>
            Open Connections
          </Button>
        </p>
      </section>
      {status && <AgentList agents={status.agents} />}
      <p>
        <Button isSmall icon={Plug} onClick={() => show('connect')}>
          Connect an agent
        </Button>
      </p>
    </>
  );
};

/** Shows what agents, scripts and files may do in this workspace. Decisions that wait for the person come first. */
export const TrustPanel = () => {
  const environments = useEnvironments().data?.environments ?? [];
  return (
    <section className="screen trust" aria-label="Trust">
      <h1>Trust</h1>
      <p className="quiet">
        What agents, scripts and files may do in this workspace. Only you change it; agents cannot.
      </p>
      <WaitingList />
      <Guards environments={environments} />
      <Secrets environments={environments} />
      <Scripts />
      <Access />
    </section>
  );
};
