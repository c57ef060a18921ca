import type { InheritingRequest } from '@tandem/core';
import { createContext, useSyncExternalStore } from 'react';

import { useLinkState } from '../../link/use-link.js';
import { usePage } from '../../shell/page.js';
import type { RequestId } from '../saved-request.js';
import type { Drafts, DraftState } from './drafts.js';

/**
 * The request or folder that is being edited: its own variables, the folder whose variables apply to it, and its scripts of other tools,
 * which decide on the order of variables.
 */
export const EditedItemContext = createContext<
  Pick<InheritingRequest, 'folder' | 'requestVariables' | 'foreign'>
>({
  folder: '',
  requestVariables: [],
});

/** The page's drafts. */
export const useDrafts = (): Drafts => usePage().drafts;

/** The draft of a request; undefined until it is loaded. */
export const useDraft = (id: RequestId): DraftState | undefined => {
  const { subscribe, get } = useDrafts();
  return useSyncExternalStore(subscribe, () => get(id));
};

/** Why a request cannot be sent at all: it was deleted, or its server does not respond. Undefined if it can be sent. */
export type SendObstacle = 'deleted' | 'disconnected';

/** What keeps a request from being sent; undefined if nothing does. */
export const useSendObstacle = (id: RequestId): SendObstacle | undefined => {
  const { subscribe, get } = useDrafts();
  const isGone = useSyncExternalStore(subscribe, () => get(id)?.draft.isGone === true);
  const isOpen = useLinkState().kind === 'open';
  if (isGone) return 'deleted';
  return isOpen ? undefined : 'disconnected';
};
