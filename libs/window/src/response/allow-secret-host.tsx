import type { ExecutionFault } from '@tandem/core';

import { Button } from '../kit/index.js';
import { parseRefusedSecret } from './refused-secret.js';
import { usePanelState } from '../requests/drafts/contexts.js';
import { useShow } from '../shell/navigation.js';
import { useSecretHosts } from '../environments/use-secret-hosts.js';
import type { Screen } from '../shell/screens.js';

/** Offers to let a secret go to the host that a request was not sent to, and leads to its hosts. */
export const AllowSecretHost = ({ error }: { readonly error: Pick<ExecutionFault, 'code' | 'details'> }) => {
  const { secrets, problem, choose } = useSecretHosts();
  const [, chooseEnvironment] = usePanelState<string | undefined>('shown environment', () => undefined);
  const show = useShow();
  const refused = parseRefusedSecret(error);
  if (refused === undefined) return null;
  const { name, host, isOf } = refused;
  return (
    <section className="stack allow-host" aria-label={`Hosts of ${name}`}>
      {secrets.filter(isOf).map((secret) => (
        <p key={secret.environmentId} className="row">
          {secret.hosts.includes(host) ? (
            <span role="status">
              {name} of {secret.environment} may go to {host} now. Send the request again.
            </span>
          ) : (
            host !== '' && (
              <Button isSmall onClick={() => void choose(secret, [...secret.hosts, host])}>
                Let {name} of {secret.environment} go to {host} too
              </Button>
            )
          )}
          <button
            type="button"
            className="link"
            onClick={() => {
              chooseEnvironment(secret.environmentId);
              show('environments' satisfies Screen);
            }}
          >
            Show its hosts
          </button>
        </p>
      ))}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem.words}
        </p>
      )}
    </section>
  );
};
