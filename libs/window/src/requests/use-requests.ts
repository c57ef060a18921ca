import { useQuery } from '@tanstack/react-query';

import { useLink, useLinkState } from '../link/use-link.js';
import type { Summary } from './saved-request.js';
import { listRequests } from './requests.js';

/** The requests of the active workspace, kept up to date by change events. */
export const useRequests = (): {
  readonly requests: readonly Summary[];
  readonly isPending: boolean;
  readonly error: Error | null;
} => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data, isPending, error } = useQuery({
    queryKey: ['requests'],
    queryFn: () => listRequests(link),
    enabled,
    staleTime: 5_000,
  });
  return { requests: data ?? [], isPending, error };
};
