import { createHostPattern, type ExecutionFault, getDestination } from '@tandem/core';

import { useOpenSection } from '../environments/folded-section.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { useSecretHosts } from '../environments/use-secrets.js';
import { Button } from '../kit/index.js';
import { focusWhenVisible } from '../shell/focus.js';
import { useShow } from '../shell/page.js';
import { usePanelState } from '../shell/panel-state.js';
import type { Screen } from '../shell/screens.js';
import { parseRefusedSecret } from './fault-advice.js';
import { findEnvironmentsWith, findSecretOwner } from './name-actions.js';

/** Returns a function that shows an environment. */
const useShowEnvironment = (): ((id: string) => void) => {
  const [, choose] = usePanelState<string | undefined>('shown environment', () => undefined);
  const show = useShow();
  return (id) => {
    choose(id);
    show('environments' satisfies Screen);
  };
};

/** Offers to restrict a secret of the active workspace to the host to which it was sent. */
export const BindSecret = ({ name, url }: { readonly name: string; readonly url: string }) => {
  const { secrets, problem, choose } = useSecretHosts();
  const unbound = secrets.filter((one) => one.name === name && one.hosts.length === 0);
  if (unbound.length === 0 || !URL.canParse(url)) return null;
  const host = createHostPattern(getDestination(url));
  return (
    <>
      {unbound.map((secret) => (
        <Button key={secret.environmentId} isSmall onClick={() => void choose(secret, [host])}>
          Send {name} of {secret.environment} to {host} only
        </Button>
      ))}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem.words}
        </p>
      )}
    </>
  );
};

/** Offers to allow the refused host for a secret, and links to the secret's hosts. */
export const AllowSecretHost = ({ details }: Pick<ExecutionFault, 'details'>) => {
  const { secrets, problem, choose } = useSecretHosts();
  const showEnvironment = useShowEnvironment();
  const [, setIsHostsOpen] = useOpenSection('Where secrets may go');
  const refused = parseRefusedSecret({ code: 'SECRET_HOST_REFUSED', details });
  if (refused === undefined) return null;
  const { name, host, isOf } = refused;
  return (
    <section className="stack allow-host" aria-label={`Hosts of ${name}`}>
      {secrets.filter(isOf).map((secret) => (
        <p key={secret.environmentId} className="row">
          {secret.hosts.includes(host) ? (
            <span role="status">
              {name} of {secret.environment} may now be sent to {host}. Send the request again.
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
              setIsHostsOpen(true);
              showEnvironment(secret.environmentId);
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

/** Finds the field for the value of a secret in the shown environment. */
const findSecretField = (name: string): HTMLElement | null | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('.environment-rows [aria-label$=" name"]')]
    .find((one) => one.value === name)
    ?.closest('tr')
    ?.querySelector<HTMLElement>('[aria-label$=" value"]');

/** Offers to set a secret, and to activate an environment that contains its value. */
export const SetSecret = ({
  name,
  onLeave,
}: {
  readonly name: string;
  /** Called before the environment is shown. */
  readonly onLeave: (() => void) | undefined;
}) => {
  const { environments, activate } = useEnvironmentChoice();
  const showEnvironment = useShowEnvironment();
  const owner = findSecretOwner(name, environments);
  return (
    <>
      {findEnvironmentsWith([name], environments).map((one) => (
        <Button key={one.id} isSmall onClick={() => activate(one.id)}>
          Use environment {one.name}
        </Button>
      ))}
      {owner !== undefined && (
        <Button
          isSmall
          onClick={() => {
            onLeave?.();
            showEnvironment(owner.id);
            focusWhenVisible(() => findSecretField(name));
          }}
        >
          Set {name} in {owner.name}
        </Button>
      )}
    </>
  );
};
