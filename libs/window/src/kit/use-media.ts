import { useSyncExternalStore } from 'react';

/** Whether the window fits a media query, now and as it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query);
      media.addEventListener('change', tell);
      return () => {
        media.removeEventListener('change', tell);
      };
    },
    () => matchMedia(query).matches,
  );

/** Too narrow for the answer beside the request, in CSS pixels as the style sheets have it. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 900px)');

/** Too narrow for the list beside the request. */
export const useIsSlim = (): boolean => useMedia('(max-width: 640px)');
