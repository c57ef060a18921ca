import { type EnvironmentView, processVariablePrefix, type ProvidedSecretList } from '@tandem/core';

import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { type SecretWithHosts, useProvidedSecrets, useSecretHosts } from '../environments/use-secrets.js';
import { useAgentsNow } from '../link/use-link.js';
import { useConnectionReviews, useOutsideScripts } from './use-agreements.js';
import { useApprovals } from './use-approvals.js';

/** Whether a secret without a value could take one from outside, and nobody has decided about that. */
export const isSecretAsked = ({
  name,
  decision,
}: Pick<ProvidedSecretList['secrets'][number], 'name' | 'decision'>): boolean =>
  // Every workspace is offered the variables of the process, even if it does not ask for them.
  decision === 'waiting' && !name.startsWith(processVariablePrefix);

/** The environments with a file that would let agents send more. */
export const filterProposedGuards = (environments: readonly EnvironmentView[]): readonly EnvironmentView[] =>
  environments.filter(({ proposedGuard }) => proposedGuard !== undefined);

/** The secrets that a file would let go to other hosts. */
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

/** The lists of what waits, of which only the lengths are counted. */
type WaitingLists = Readonly<
  Record<'requests' | 'writes' | 'secretNames' | 'connections' | 'guards' | 'hosts', readonly unknown[]>
> & { readonly scripts: readonly Pick<WaitingDecisions['scripts'][number], 'usesSecrets' | 'sends'>[] };

/** How many decisions are asked for. Scripts that neither read secrets nor send wait as well, but nobody is asked about them. */
export const countWaiting = ({ scripts, ...lists }: WaitingLists): number => {
  const { requests, writes, secretNames, connections, guards, hosts } = lists;
  const asking = scripts.filter(({ usesSecrets, sends }) => usesSecrets || sends);
  return [requests, writes, secretNames, connections, asking, guards, hosts].reduce(
    (sum, { length }) => sum + length,
    0,
  );
};
