/**
 * A URL as the name of a request: its path, or its host where it has none; empty if that is a variable.
 * The method is shown beside each name.
 */
export const nameFromUrl = (url: string): string => {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/?#]*)(\/[^?#]*)?/i.exec(url) ?? [];
  if (path !== '' && path !== '/') return path.slice(0, 100);
  return host.includes('{{') ? '' : host.slice(0, 100);
};
