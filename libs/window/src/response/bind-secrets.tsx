import type { ExecutionResult } from '@tandem/core';
import { destinationOf, patternFor } from '@tandem/core';

import { Button } from '../kit/index.js';
import { useSecretHosts } from '../environments/use-secret-hosts.js';

const unboundPrefix = 'secret:';

/** Offers to let the secrets that a request was sent with go nowhere else. */
export const BindSecrets = ({ diagnostics, request }: Pick<ExecutionResult, 'diagnostics' | 'request'>) => {
  const { secrets, problem, choose } = useSecretHosts();
  const names = diagnostics.flatMap(({ code, where }) =>
    code === 'SECRET_UNBOUND' ? [where.slice(unboundPrefix.length)] : [],
  );
  const unbound = secrets.filter(({ name, hosts }) => names.includes(name) && hosts.length === 0);
  if (unbound.length === 0 || !URL.canParse(request.url)) return null;
  const host = patternFor(destinationOf(request.url));
  return (
    <section className="stack" aria-label="Secrets for any host">
      <p className="row">
        {unbound.map((secret) => (
          <Button
            key={`${secret.environmentId} ${secret.name}`}
            isSmall
            onClick={() => void choose(secret, [host])}
          >
            Send {secret.name} of {secret.environment} to {host} only
          </Button>
        ))}
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem.words}
        </p>
      )}
    </section>
  );
};
