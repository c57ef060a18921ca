/** A URL as the name of a request: its path, or its host where it has none. The method is shown beside each name. */
export const nameFromUrl = (url: string): string => {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/?#]*)(\/[^?#]*)?/i.exec(url) ?? [];
  const name = path === '' || path === '/' ? host : path;
  return name.slice(0, 100);
};
