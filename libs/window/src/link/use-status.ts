import { decode } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';

import { Status } from '../contract/status.js';
import { fetchFromServer } from './own-fetch.js';
import { useLinkState } from './use-link.js';

const readStatus = async (): Promise<Status> => {
  const response = await fetchFromServer('/status');
  const status = decode(Status)(await response.json());
  if (status._tag === 'Left')
    throw new Error(`The status is not understood: ${status.left.map(({ message }) => message).join('; ')}`);
  return status.right;
};

/** The addresses of this start and what is active, once they are known. */
export const useStatus = (): Status | undefined => {
  const enabled = useLinkState().kind === 'open';
  return useQuery({ queryKey: ['status'], queryFn: readStatus, enabled, refetchInterval: 5_000 }).data;
};
