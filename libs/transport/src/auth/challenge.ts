import type { HeaderList } from '@tandem/core';

/**
 * A server's challenge (RFC 9110, section 11.6.1): its scheme in lower case, and its parameters by lower-case name.
 */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** List elements may be empty (RFC 9110, section 5.6.1.2). */
const part =
  /[\s,]*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))|([!#$%&'*+.^_`|~\w-]+)(?:\s+([\w\-.~+/]+=*)(?=\s*(?:,|$)))?)\s*(,|(?=\s)|$)/gy;

const parseChallenges = (field: string): readonly Challenge[] => {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  part.lastIndex = 0;
  for (let match = part.exec(field); match !== null && match[0] !== ''; match = part.exec(field)) {
    const [, name, quoted, token, scheme] = match;
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else if (name !== undefined)
      found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return found;
};

/** The challenges of a response, in order. */
export const listChallenges = (headers: HeaderList, field = 'www-authenticate'): readonly Challenge[] =>
  headers.flatMap(([name, value]) => (name === field ? parseChallenges(value) : []));
