import { useEffect } from 'react';

import { isCurl } from '@tandem/core';

/** What takes a pasted text itself. */
const fields = 'input, textarea, [contenteditable], .code-editor, dialog, [role=dialog]';

/** Calls `onCurl` with a curl command that is pasted where no text can be, such as on the tree. */
export const usePastedCommand = (onCurl: (command: string) => void): void => {
  useEffect(() => {
    const hear = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof Element && event.target.closest(fields) !== null;
      if (event.defaultPrevented || isField || !isCurl(text)) return;
      event.preventDefault();
      onCurl(text);
    };
    window.addEventListener('paste', hear);
    return () => {
      window.removeEventListener('paste', hear);
    };
  }, [onCurl]);
};
