export { addScheme } from '@tandem/core';

/** Pasted text as a URL: without line breaks from a mail or a terminal, and without surrounding spaces. */
export const cleanPastedUrl = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, '');
