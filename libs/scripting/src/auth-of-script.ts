import type { Auth } from '@tandem/core';
import { fromPostmanAuth, type Fields, getFields, isFields, getText } from '@tandem/core/document';

/**
 * What Postman sends for OAuth 2.0: the existing token. A script cannot have one fetched, since that sends requests.
 */
const tokenFields = ['accessToken', 'addTokenTo', 'headerPrefix'];

const removeSignInFields = (auth: Fields): Fields => {
  const { oauth2 } = auth;
  const isToken = (key: unknown): boolean => typeof key === 'string' && tokenFields.includes(key);
  if (Array.isArray(oauth2))
    return { ...auth, oauth2: oauth2.filter((one) => isFields(one) && isToken(one.key)) };
  const entries = Object.entries(getFields(auth, 'oauth2')).filter(([key]) => isToken(key));
  return { ...auth, oauth2: Object.fromEntries(entries) };
};

/** The auth that a Postman script set on its request. As in Postman, an unknown or incomplete one adds nothing. */
export const parseScriptAuth = (given: unknown): Auth => {
  const auth = isFields(given) && getText(given, 'type') === 'oauth2' ? removeSignInFields(given) : given;
  const found = fromPostmanAuth(auth);
  return found === undefined || found.type === 'inherit' || found.type === 'oauth2'
    ? { type: 'none' }
    : found;
};
