import { useEffect, useState } from 'react';

import { usePreferences } from '../settings/preferences.js';
import { useIsSlim } from '../kit/index.js';

/** Where the list of requests is: beside the rest, over it, or nowhere. */
export interface ListControl {
  readonly place: 'beside' | 'over' | 'hidden';
  readonly toggle: () => void;
  /** Shows the list if it is not shown. */
  readonly open: () => void;
  /** Takes away a list that is over the rest. */
  readonly leave: () => void;
}

/** The list of requests; that a person hid it is kept from start to start, that it is open over the rest is not. */
export const useList = (isNothingShown: boolean): ListControl => {
  const { preferences, prefer } = usePreferences();
  const isSlim = useIsSlim();
  const [isOver, setIsOver] = useState(isNothingShown);
  const isHidden = preferences.isListHidden ?? false;
  useEffect(() => {
    if (!isSlim) setIsOver(false);
  }, [isSlim]);
  const over = isOver ? 'over' : 'hidden';
  return {
    place: isSlim ? over : isHidden ? 'hidden' : 'beside',
    toggle: () => {
      if (isSlim) setIsOver(!isOver);
      else prefer({ isListHidden: !isHidden });
    },
    open: () => {
      if (isSlim) setIsOver(true);
      else if (isHidden) prefer({ isListHidden: false });
    },
    leave: () => {
      setIsOver(false);
    },
  };
};
