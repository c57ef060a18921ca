import type { InheritingRequest } from '@tandem/core';
import { createContext, use, useState, useSyncExternalStore } from 'react';

import type { RequestId } from '../saved-request.js';
import type { Drafts, DraftState } from './drafts.js';
import type { TypedVariables } from '../../environments/typed-variables.js';

/** What is edited: the folder whose variables apply, and its own. */
export const PlaceContext = createContext<Pick<InheritingRequest, 'folder' | 'requestVariables'>>({
  folder: '',
  requestVariables: [],
});

/** Holds the page's drafts. */
export const DraftsContext = createContext<Drafts | undefined>(undefined);

/** The page's drafts. */
export const useDrafts = (): Drafts => {
  const drafts = use(DraftsContext);
  if (drafts === undefined) throw new Error('The page has no drafts.');
  return drafts;
};

/** The draft of one request, once the request was read. */
export const useDraft = (id: RequestId): DraftState | undefined => {
  const { subscribe, get } = useDrafts();
  return useSyncExternalStore(subscribe, () => get(id));
};

/** Holds the rows of variables that are not stored. */
export const TypedVariablesContext = createContext<TypedVariables | undefined>(undefined);

/** The rows of variables that are not stored. */
export const useTypedVariables = (): TypedVariables => {
  const typed = use(TypedVariablesContext);
  if (typed === undefined) throw new Error('The page keeps no variables.');
  return typed;
};

/** Holds what panels have chosen, though they are not shown. */
export const PanelStateContext = createContext<Map<string, unknown> | undefined>(undefined);

/** A state of a panel that outlives it, as long as the page is open; a panel that is kept has the same key for good. */
export const usePanelState = <T>(key: string, start: () => T): readonly [T, (value: T) => void] => {
  const held = use(PanelStateContext);
  const [value, setValue] = useState<T>(() => (held?.has(key) === true ? (held.get(key) as T) : start()));
  return [
    value,
    (next) => {
      held?.set(key, next);
      setValue(next);
    },
  ];
};
