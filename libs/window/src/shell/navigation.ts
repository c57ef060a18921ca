import { useEffect } from 'react';

import { usePage } from './page.js';

/** Shows a tab of the workspace that is open; what is outside of the workspace uses it. */
export const useShow = (): ((key: string) => void) => usePage().navigation.show;

/** Makes `show` what {@link useShow} calls. */
export const useProvidedShow = (show: (key: string) => void): void => {
  const { set } = usePage().navigation;
  useEffect(() => {
    set(show);
  }, [set, show]);
};
