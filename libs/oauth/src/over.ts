import * as oauth from 'oauth4webapi';

type CustomFetch = NonNullable<oauth.HttpRequestOptions<'GET'>[typeof oauth.customFetch]>;

/** Sends one of the library's requests. */
export type Fetch = (url: string, init: Parameters<CustomFetch>[1] | TokenInit) => Promise<Response>;

interface TokenInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/**
 * The library's options for requests with `fetch`. http is allowed, because servers under test often have nothing
 * else.
 */
export const createFetchOptions = (fetch: Fetch) => ({
  [oauth.customFetch]: fetch,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library's only way to allow http
  [oauth.allowInsecureRequests]: true,
});
