/** Whether a URL says how it is to be reached, or leaves that to a variable. */
const hasScheme = (url: string): boolean => /^\s*([a-z][a-z0-9+.-]*:\/\/|\{\{|\/|$)/i.test(url);

/** A URL as it can be sent: `localhost:3000/x` gets `http://`. */
export const withScheme = (url: string): string => (hasScheme(url) ? url : `http://${url.trim()}`);
