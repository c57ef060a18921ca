import type { JwtSigner } from '@tandem/core';
import type { OAuth2Options, OpenedOAuth2 } from '@tandem/oauth';

/** Tokens and signatures of `@tandem/oauth`, loaded by the first request that needs one. */
export interface LazyOAuth {
  readonly oauth2: OpenedOAuth2;
  readonly signJwt: JwtSigner;
}

/** Gets tokens and signs like `createOAuth2` and `signJwt`; most runs need neither. */
export const createLazyOAuth = (options: OAuth2Options): LazyOAuth => {
  let opened: Promise<OpenedOAuth2> | undefined;
  const library = () => import('@tandem/oauth');
  const open = (): Promise<OpenedOAuth2> =>
    (opened ??= library().then(({ createOAuth2 }) => createOAuth2(options)));
  return {
    oauth2: {
      token: (call) => async () => (await open()).token(call)(),
      kept: (call) => async () => (await open()).kept(call)(),
      refused: (call, accessToken) => async () => (await open()).refused(call, accessToken)(),
      begin: (call) => async () => (await open()).begin(call)(),
      finish: (id, signal) => async () => (await open()).finish(id, signal)(),
      close: async () => (await opened)?.close(),
    },
    signJwt: (jwt) => async () => (await library()).signJwt(jwt)(),
  };
};
