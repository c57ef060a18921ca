import { useEffect } from 'react';

import { useLink } from './use-link.js';

const isReload = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F5' || ((ctrlKey || metaKey) && key.toLowerCase() === 'r');

/**
 * Tries to reach Tandem when the person comes back to the page, or opens a new address in it. A reload by keys tries too
 * while Tandem is away: the page would lose the key with which it goes on.
 */
export const useReconnect = (): void => {
  const { retry, state } = useLink();
  useEffect(() => {
    const onFocus = (): void => {
      if (state().kind === 'lost') retry();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!isReload(event) || state().kind !== 'lost') return;
      event.preventDefault();
      retry();
    };
    window.addEventListener('focus', onFocus);
    window.addEventListener('hashchange', retry);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('hashchange', retry);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [retry, state]);
};
