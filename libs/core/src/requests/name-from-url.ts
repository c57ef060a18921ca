/**
 * Derives a request's name from its URL: the path, or the host if there is none; empty if that is a variable. The
 * method is shown next to each name.
 */
export const deriveNameFromUrl = (url: string): string => {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/?#]*)(\/[^?#]*)?/i.exec(url) ?? [];
  if (path !== '' && path !== '/') return path.slice(0, 100);
  return host.includes('{{') ? '' : host.slice(0, 100);
};
