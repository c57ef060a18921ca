/** Whether `text` matches a pattern whose `*` matches any characters, in linear time. */
export const matchesDomain = (pattern: string, text: string): boolean => {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
};

const toPunycode = (label: string): string =>
  URL.canParse(`http://${label}/`) ? new URL(`http://${label}/`).hostname : label;

/** Normalizes a host pattern like URLs do: Unicode labels to Punycode, wildcards unchanged. */
export const toAsciiPattern = (pattern: string): string =>
  pattern
    .toLowerCase()
    .split(/[.\u3002\uff0e\uff61]/)
    .map((label) => (/^[ -~]*$/.test(label) ? label : toPunycode(label)))
    .join('.');

/**
 * Whether a client certificate for `domain` is sent to an origin. `domain` is like `*.example.com`,
 * `example.com:8443` or `*`.
 */
export const isForOrigin = (domain: string, { hostname, port }: URL): boolean => {
  const pattern = toAsciiPattern(domain.trim())
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/, '');
  if (pattern === '') return false;
  return (
    matchesDomain(pattern, hostname) || matchesDomain(pattern, `${hostname}:${port === '' ? '443' : port}`)
  );
};
