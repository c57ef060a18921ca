import type { OAuth2Config } from '@tandem/core';
import * as oauth from 'oauth4webapi';

import { failed } from './fault.js';
import { type Fetch, over } from './over.js';

/** The endpoints that a grant may need, and what they are called in the settings. */
const endpoints = {
  token_endpoint: 'accessTokenUrl',
  authorization_endpoint: 'authorizationUrl',
  device_authorization_endpoint: 'deviceAuthorizationUrl',
} as const;
export type Endpoint = keyof typeof endpoints;

/** How many issuers' endpoints are kept in memory, and for how long, in milliseconds. */
const keptIssuers = 100;
const keptMs = 600_000;

/** Only a URL of the web can be asked. */
export const webUrl = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw failed(`"${text}" is not an http or https URL. Check ${name} under Auth.`, { field: name });
};

const discover = async (issuer: string, fetch: Fetch): Promise<oauth.AuthorizationServer> => {
  const url = webUrl(issuer.replace(/\/\.well-known\/.*$/, ''), 'issuer');
  const options = over(fetch);
  const oidc = await oauth.discoveryRequest(url, { ...options, algorithm: 'oidc' });
  if (oidc.status === 200) return oauth.processDiscoveryResponse(url, oidc);
  const other = await oauth.discoveryRequest(url, { ...options, algorithm: 'oauth2' });
  if (other.status === 200) return oauth.processDiscoveryResponse(url, other);
  throw failed(`The issuer ${issuer} has no discovery document. Check it, or set the URLs yourself.`, {
    issuer,
  });
};

/** Finds the endpoints of authorization servers; what an issuer says is kept for ten minutes. */
export const createServers = (now: () => number) => {
  const kept = new Map<string, { readonly at: number; readonly server: oauth.AuthorizationServer }>();
  const discovered = async (issuer: string, fetch: Fetch): Promise<oauth.AuthorizationServer> => {
    const known = kept.get(issuer);
    if (known !== undefined && now() - known.at < keptMs) return known.server;
    const server = await discover(issuer, fetch);
    kept.delete(issuer);
    kept.set(issuer, { at: now(), server });
    for (const oldest of kept.keys()) if (kept.size > keptIssuers) kept.delete(oldest);
    return server;
  };
  /**
   * The server with these endpoints, those of the settings before those of the issuer.
   * @throws Failed if one is neither set nor discovered
   */
  return async (
    config: OAuth2Config,
    needed: readonly Endpoint[],
    fetch: Fetch,
  ): Promise<oauth.AuthorizationServer> => {
    const { issuer = '' } = config;
    const set = (endpoint: Endpoint): string => config[endpoints[endpoint]] ?? '';
    const missing = needed.filter((endpoint) => set(endpoint) === '');
    const found = issuer !== '' && missing.length > 0 ? await discovered(issuer, fetch) : undefined;
    const urls = needed.map((endpoint) => {
      const url = set(endpoint) || (found?.[endpoint] ?? '');
      const name = endpoints[endpoint];
      if (url === '') throw failed(`OAuth 2.0 needs ${name} or an issuer that has it.`, { field: name });
      return [endpoint, webUrl(url, name).href] as const;
    });
    return { issuer: found?.issuer ?? issuer, ...Object.fromEntries(urls) };
  };
};
export type Servers = ReturnType<typeof createServers>;
