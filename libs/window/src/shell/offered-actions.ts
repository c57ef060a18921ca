import { getOwnValue } from '@tandem/core/codec';
import { useEffect } from 'react';

import { usePage } from './page.js';
import { useSelected } from './store.js';

/** Actions by name. An action that a component has at other times, but not now, is undefined. */
export type NamedActions = Readonly<Record<string, (() => void) | undefined>>;

/** The actions of a component that is shown in a tab, such as the toolbar of a body. */
interface Offer {
  readonly tab: string;
  readonly actions: NamedActions;
}

/** The offers of all components that are shown now. */
export type Offers = Set<Offer>;

/** An action that should be taken as soon as a component of its tab offers it. */
export interface WantedAction {
  readonly tab: string;
  readonly name: string;
}

/**
 * Offers the actions of a component to other parts of the page, such as the palette, while the component is shown. Takes the wanted action
 * if it is one of them; one that is undefined now is no longer wanted then.
 */
export const useOfferedActions = (tab: string, actions: NamedActions): void => {
  const { offers, wantedActions } = usePage();
  useEffect(() => {
    const offer = { tab, actions };
    offers.add(offer);
    return () => void offers.delete(offer);
  });
  const wanted = useSelected(wantedActions, (all) =>
    all.find((one) => one.tab === tab && Object.hasOwn(actions, one.name)),
  );
  useEffect(() => {
    if (wanted === undefined) return;
    wantedActions.update((all) => all.filter((one) => one !== wanted));
    getOwnValue(actions, wanted.name)?.();
  }, [wanted, wantedActions, actions]);
};

/** The offered actions of a tab, as they are now. */
export interface TabActions {
  /** Whether a component offers the action now; undefined if none is shown that has it at all. */
  readonly isOffered: (name: string) => boolean | undefined;
  /** Takes the actions one after another, each as soon as a component offers it. */
  readonly want: (...names: readonly string[]) => void;
}

/** Returns a function that finds the offered actions of a tab. */
export const useFindTabActions = (): ((tab: string) => TabActions) => {
  const { offers, wantedActions } = usePage();
  return (tab) => ({
    isOffered: (name) => {
      const known = [...offers].filter((one) => one.tab === tab && Object.hasOwn(one.actions, name));
      return known.length === 0
        ? undefined
        : known.some(({ actions }) => getOwnValue(actions, name) !== undefined);
    },
    want: (...names) => wantedActions.set(names.map((name) => ({ tab, name }))),
  });
};
