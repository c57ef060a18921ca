export { signJwt } from './jwt.js';
export { createOAuth2, type OAuth2Options, type OpenedOAuth2 } from './tokens.js';
