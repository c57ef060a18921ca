import { type HeaderList, type SentCookie, addCookies } from '@tandem/core';

/** The name of the secret that stands for a cookie. */
const secretName = (name: string): string => `cookie:${name}`;

const token = (name: string): string => `{{${secretName(name)}}}`;

/** The headers with the cookies of the jar, and the names of the secrets that stand for their values unless those are real. */
export const addCopiedCookies = (
  headers: HeaderList,
  cookies: readonly SentCookie[],
  isReal: boolean,
): { readonly headers: HeaderList; readonly masked: readonly string[] } => {
  if (isReal) return { headers: addCookies(headers, cookies), masked: [] };
  const tokens = cookies.map((cookie) => ({ ...cookie, value: token(cookie.name) }));
  const joined = addCookies(headers, tokens);
  const sent = cookies.filter(({ name }) => joined.some(([, value]) => value.includes(token(name))));
  return { headers: joined, masked: sent.map(({ name }) => secretName(name)) };
};
