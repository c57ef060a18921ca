import { type EnvironmentView, processVariablePrefix, type ProvidedSecretList } from '@tandem/core';

import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { type SecretWithHosts, useProvidedSecrets, useSecretHosts } from '../environments/use-secrets.js';
import { useAgentsNow } from '../link/use-link.js';
import { useConnectionReviews, useOutsideScripts } from './use-agreements.js';
import { useApprovals } from './use-approvals.js';

/** Whether a secret without a value could get one from outside of Tandem, and nobody has decided about that yet. */
export const isSecretAsked = ({
  name,
  decision,
}: Pick<ProvidedSecretList['secrets'][number], 'name' | 'decision'>): boolean =>
  // Ignore variables of the process: every workspace is offered them, even if it does not ask for them.
  decision === 'waiting' && !name.startsWith(processVariablePrefix);

/** Selects the environments whose file proposes to let agents send more. */
export const filterProposedGuards = (environments: readonly EnvironmentView[]): readonly EnvironmentView[] =>
  environments.filter(({ proposedGuard }) => proposedGuard !== undefined);

/** Selects the secrets for which a file proposes other hosts. */
export const filterProposedHosts = (secrets: readonly SecretWithHosts[]): readonly SecretWithHosts[] =>
  secrets.filter(({ wanted }) => wanted !== undefined);

/** Everything that waits for a decision of the person. */
export const useWaiting = () => {
  const { pending } = useApprovals();
  const { waiting } = useAgentsNow();
  const { secrets: provided } = useProvidedSecrets();
  const { settings } = useConnectionReviews();
  const { outside } = useOutsideScripts();
  const { environments } = useEnvironmentChoice();
  const { secrets, choose } = useSecretHosts();
  return {
    requests: pending,
    writes: waiting,
    secretNames: provided.filter(isSecretAsked).map(({ name }) => name),
    connections: settings,
    scripts: outside?.scripts ?? [],
    guards: filterProposedGuards(environments),
    hosts: filterProposedHosts(secrets),
    chooseHosts: choose,
  };
};

export type WaitingDecisions = ReturnType<typeof useWaiting>;

/** The lists of everything that waits. Only their lengths are used. */
type WaitingLists = Readonly<
  Record<'requests' | 'writes' | 'secretNames' | 'connections' | 'guards' | 'hosts', readonly unknown[]>
> & { readonly scripts: readonly Pick<WaitingDecisions['scripts'][number], 'usesSecrets' | 'sends'>[] };

/**
 * Counts the decisions that a person is asked for. Scripts that neither read secrets nor send requests wait as well, but nobody
 * is asked about them.
 */
export const countWaiting = ({ scripts, ...lists }: WaitingLists): number => {
  const { requests, writes, secretNames, connections, guards, hosts } = lists;
  const asking = scripts.filter(({ usesSecrets, sends }) => usesSecrets || sends);
  return [requests, writes, secretNames, connections, asking, guards, hosts].reduce(
    (sum, { length }) => sum + length,
    0,
  );
};
