/** Schemes whose URLs have no `//`; `tel:123` looks like a host with a port. */
const otherSchemes = /^(?:about|blob|data|file|javascript|mailto|sms|tel|urn|ws|wss):/i;

const variables = /\{\{[^{}]*\}\}/g;

/** `host[:port]`, alone or before a path, a query or a fragment. */
const readsAsHost =
  /^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}._])?)(?::\d{1,5})?(?:[/?#]|$)/iu;

/** A single word is more likely a mistake than a host name. */
const isWord = /^[\p{L}\p{N}_-]+$/u;

/**
 * Adds a missing scheme: `localhost:3000/x` gets `http://`, as in newman and Bruno. Text that does not look like a
 * host stays unchanged, as does a URL that begins with a variable, which may contain a scheme.
 */
export const addScheme = (url: string): string => {
  const text = url.trim();
  if (text.startsWith('{{') || otherSchemes.test(text)) return url;
  if (isWord.test(text) && text.toLowerCase() !== 'localhost') return url;
  return readsAsHost.test(text.replace(variables, '0')) ? `http://${text}` : url;
};
