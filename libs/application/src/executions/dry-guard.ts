import type { PreparedRequest, Diagnostic, ExecutionFault, Guardian, SendGuard } from '@tandem/core';
import type { ExecutionContext } from '@tandem/execution';

/** Reads earlier answers, but asks nobody and counts nothing. */
export const createDryGuardian = (guardian: Guardian): Guardian => ({
  ...guardian,
  ask: ({ grant }) => Promise.resolve(guardian.isGranted(grant) ? 'session' : 'nobody'),
  count: (environmentId, perMinute) => guardian.count(environmentId, perMinute, false),
});

/** How an execution would end, worded for one that has not begun. */
const describeDryFault = (
  { code, message, details }: ExecutionFault,
  { method }: PreparedRequest,
  environment: string,
): string => {
  switch (code) {
    case 'APPROVAL_NEEDED':
      return `An execution would ask a person to allow this ${method} with the environment "${environment}" before it is sent. This dry run asked nobody.`;
    case 'GUARD_DENIED':
      return `An execution would be refused: the guard of the environment "${environment}" does not let agents send this ${method}. A person can change that in the settings of the environment in the window.`;
    case 'RATE_LIMITED': {
      const { perMinute, retryAfterSeconds } = details as Readonly<Record<string, number>>;
      return `An execution would be refused now: agents may send ${perMinute} requests a minute with the environment "${environment}". It could be sent in ${retryAfterSeconds} s.`;
    }
    case 'SECRET_HOST_REFUSED': {
      const { secret, host, hosts } = details as { secret: string; host: string; hosts: readonly string[] };
      return `An execution would be refused: the secret ${secret} may only be sent to ${hosts.join(', ')}, and this request would take it to ${host === '' ? 'a Host header that is no host' : host}.`;
    }
    default:
      return message;
  }
};

/**
 * What would stop or delay the request of a dry run, if its environment has a guard or a secret has hosts.
 * @param departing undefined if nothing would be sent
 */
export const guardNotes = async (
  context: ExecutionContext,
  departing: PreparedRequest | undefined,
  guard: SendGuard | undefined,
): Promise<readonly Diagnostic[]> => {
  if (departing === undefined || guard === undefined) return [];
  const refusal = await guard(departing, context.signal);
  if (refusal === undefined) return [];
  const message = describeDryFault(refusal, departing, context.environment?.name ?? '');
  return [{ code: refusal.code, message, where: 'guard' }];
};
