import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/counted.js';

/** What a conversion of `.bru` files makes, in a sentence. */
export const describeBrunoConversion = ({
  requests,
  folders,
  environments,
}: Pick<RpcMethods['workspaces_convert']['result'], 'requests' | 'folders' | 'environments'>): string => {
  const made = (
    [
      [requests, 'request'],
      [folders, 'folder'],
      [environments, 'environment'],
    ] as const
  ).filter(([count]) => count > 0);
  if (made.length === 0) return 'It holds no requests.';
  return `It brings ${made.map(([count, noun]) => formatCount(count, noun)).join(', ')}.`;
};
