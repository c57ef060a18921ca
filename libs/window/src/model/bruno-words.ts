import type { RpcMethods } from '@tandem/rpc/client';

import { counted } from './counted.js';

/** What a conversion of `.bru` files makes, in a sentence. */
export const bruPlanWords = ({
  requests,
  folders,
  environments,
}: Pick<RpcMethods['workspaces_convert']['result'], 'requests' | 'folders' | 'environments'>): string =>
  `It brings ${counted(requests, 'request')}, ${counted(folders, 'folder')} and ${counted(environments, 'environment')}.`;
