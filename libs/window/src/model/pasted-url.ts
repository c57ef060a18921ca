/** A pasted text as a URL: without the line breaks that a mail or a terminal put into it, and the spaces around it. */
export const pastedUrl = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, '');

/** Whether a URL says how it is to be reached, or leaves that to a variable. */
const hasScheme = (url: string): boolean => /^\s*([a-z][a-z0-9+.-]*:\/\/|\{\{|\/|$)/i.test(url);

/** A URL as it can be sent: `localhost:3000/x` gets `http://`. */
export const withScheme = (url: string): string => (hasScheme(url) ? url : `http://${url.trim()}`);
