import { useEffect } from 'react';

/** What takes a pasted text itself. */
const fields = 'input, textarea, [contenteditable], .code-editor, dialog, [role=dialog]';

/** What is pasted. */
export interface PastedContent {
  readonly text: string;
  readonly files: readonly File[];
}

/** Calls `onPasted` with what is pasted where nothing takes it, such as on the tree. */
export const usePasted = (onPasted: (pasted: PastedContent) => void): void => {
  useEffect(() => {
    const hear = (event: ClipboardEvent): void => {
      const isField = event.target instanceof Element && event.target.closest(fields) !== null;
      const { clipboardData: data } = event;
      if (event.defaultPrevented || isField || data === null) return;
      onPasted({ text: data.getData('text/plain'), files: [...data.files] });
    };
    window.addEventListener('paste', hear);
    return () => {
      window.removeEventListener('paste', hear);
    };
  }, [onPasted]);
};
