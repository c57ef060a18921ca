export { addScheme } from '@tandem/core';

/** A pasted text as a URL: without the line breaks that a mail or a terminal put into it, and the spaces around it. */
export const cleanPastedUrl = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, '');
