/** Schemes whose URLs have no `//`; `tel:123` reads like a host with a port. */
const otherSchemes = /^(?:about|blob|data|file|javascript|mailto|sms|tel|urn|ws|wss):/i;

const variables = /\{\{[^{}]*\}\}/g;

/** `host[:port]`, alone or before a path, a query or a fragment. */
const readsAsHost =
  /^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}._])?)(?::\d{1,5})?(?:[/?#]|$)/iu;

/** A word alone is more likely a mistake than the name of a host. */
const isWord = /^[\p{L}\p{N}_-]+$/u;

/**
 * A URL as it can be sent: `localhost:3000/x` gets `http://`, as in newman and Bruno. Text that does not read as a host, and a
 * URL that begins with a variable, which may hold a scheme, stay as they are.
 */
export const addScheme = (url: string): string => {
  const text = url.trim();
  if (text.startsWith('{{') || otherSchemes.test(text)) return url;
  if (isWord.test(text) && text.toLowerCase() !== 'localhost') return url;
  return readsAsHost.test(text.replace(variables, '0')) ? `http://${text}` : url;
};
