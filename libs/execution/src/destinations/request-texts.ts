import type { PreparedRequest, Ports } from '@tandem/core';

/** Maximum number of decompressed bytes of a body that are searched for secrets. The rest is not searched. */
const maxDecompressedBytes = 64 * 1024 * 1024;

/** Decodes bytes that contain UTF-16 at any offset as text. */
const decodeUtf16Texts = (bytes: Uint8Array): readonly string[] => [
  new TextDecoder('utf-16le').decode(bytes),
  new TextDecoder('utf-16le').decode(bytes.subarray(1)),
  new TextDecoder('latin1').decode(bytes).replaceAll('\0', ''),
];

/** Decodes an NTLM message, which contains the user and domain in UTF-16. */
const decodeNtlmTexts = (value: string): readonly string[] => {
  const [, message = ''] = /^(?:ntlm|negotiate) +([A-Za-z0-9+/]+=*)$/i.exec(value.trim()) ?? [];
  if (message === '' || message.length % 4 !== 0) return [];
  return decodeUtf16Texts(Uint8Array.from(atob(message), (one) => one.charCodeAt(0)));
};

/** The request body as text in every possible form: as it is, as UTF-16, and decompressed. */
const decodeBodyTexts = async (
  http: Ports['http'],
  body: PreparedRequest['body'],
): Promise<readonly string[]> => {
  if (body === null) return [];
  if (typeof body === 'string') return [body];
  const utf8 = new TextDecoder();
  const texts = [utf8.decode(body), new TextDecoder('latin1').decode(body)];
  if (body.includes(0)) texts.push(...decodeUtf16Texts(body));
  const decoder = new TextDecoder();
  let [read, plain] = [0, ''];
  for await (const chunk of http.decompress(body)) {
    read += chunk.length;
    if (read > maxDecompressedBytes) break;
    plain += decoder.decode(chunk, { stream: true });
  }
  return plain === '' ? texts : [...texts, plain];
};

/** Everything that a request sends, as text to search. */
export const collectRequestTexts = async (
  http: Ports['http'],
  { method, url, headers, body }: PreparedRequest,
): Promise<readonly string[]> => {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const [first = '', ...others] = await decodeBodyTexts(http, body);
  const messages = headers.flatMap(([, value]) => decodeNtlmTexts(value));
  return [[method, url, ...fields, first].join('\n'), ...messages, ...others];
};

/**
 * Whether a value too short for a text search is a complete part of a request: a field, a word of one, a parameter or
 * the body.
 */
export const collectRequestWords = ({ url, headers, body }: PreparedRequest): ReadonlySet<string> => {
  const query = [...new URL(url).searchParams].flat();
  const text = typeof body === 'string' && body.length < 65_536 ? body : '';
  const form = [...new URLSearchParams(text)].flat();
  const fields = headers.flatMap(([, value]) => [value, ...value.split(/[\s;,=]+/)]);
  return new Set([...query, ...form, ...fields, text.trim(), ...new URL(url).pathname.split('/')]);
};
