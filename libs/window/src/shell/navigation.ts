import { useEffect } from 'react';

import { usePage } from './page.js';

/** Shows a tab of the open workspace, for use outside of the workspace. */
export const useShow = (): ((key: string) => void) => usePage().navigation.show;

/** Makes {@link useShow} call `show`. */
export const useProvidedShow = (show: (key: string) => void): void => {
  const { set } = usePage().navigation;
  useEffect(() => {
    set(show);
  }, [set, show]);
};
