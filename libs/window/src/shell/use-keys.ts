import { getOwnValue } from '@tandem/core/codec';
import { useEffect, useRef, useState } from 'react';

import { formatKeys } from './screens.js';
import { findInPane, followFocus, stepPane } from './panes.js';

/** The modes of the palette: commands and requests, or only requests. */
export type PaletteMode = 'commands' | 'requests';

interface KeyActions {
  readonly send: () => void;
  readonly create: () => void;
  readonly createFolder: () => void;
  readonly closeShown: () => void;
  readonly step: (by: number) => void;
  readonly help: () => void;
  /** Shows or hides the list of requests. */
  readonly list: () => void;
}

/** Whether a modal dialog is open, so that the page must not be changed. */
const isCovered = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether a key is typed into text, including in a shadow root, such as a code editor's. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
};

/** Listens for the shortcuts, regardless of focus. */
export const useKeys = (doing: KeyActions) => {
  const [palette, setPalette] = useState<PaletteMode>();
  const latest = useRef(doing);
  latest.current = doing;
  useEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      'Ctrl Enter': () => latest.current.send(),
      'Ctrl K': () => setPalette('commands'),
      'Ctrl P': () => setPalette('requests'),
      'Ctrl B': () => latest.current.list(),
      'Alt N': () => latest.current.create(),
      'Shift Alt N': () => latest.current.createFolder(),
      'Alt W': () => latest.current.closeShown(),
      'Alt PageDown': () => latest.current.step(1),
      'Alt PageUp': () => latest.current.step(-1),
      F6: () => stepPane(1),
      'Shift F6': () => stepPane(-1),
      '?': () => latest.current.help(),
    };
    const hear = (event: KeyboardEvent): void => {
      const keys = formatKeys(event);
      if (keys === 'Ctrl F' && !isCovered() && findInPane(event.target)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const act = getOwnValue(acts, keys);
      if (act === undefined || (event.key === '?' && isTyping(event))) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isCovered()) act();
    };
    // Before anything in the page, so that an editor does not insert a line break for Ctrl+Enter.
    window.addEventListener('keydown', hear, { capture: true });
    const stopFollowing = followFocus();
    return () => {
      stopFollowing();
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, []);
  return {
    palette,
    openPalette: () => setPalette('commands'),
    closePalette: () => setPalette(undefined),
  };
};
