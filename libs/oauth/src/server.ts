import type { OAuth2Config } from '@tandem/core';
import * as oauth from 'oauth4webapi';

import { createAuthFailure } from './fault.js';
import { createFetchOptions, type Fetch } from './client.js';

/** The endpoints that a grant may need, with the names of the settings that can replace them. */
const endpoints = {
  token_endpoint: 'accessTokenUrl',
  authorization_endpoint: 'authorizationUrl',
  device_authorization_endpoint: 'deviceAuthorizationUrl',
} as const;
type Endpoint = keyof typeof endpoints;

/** The display names of the URL settings. */
const settingLabels = {
  accessTokenUrl: 'token URL',
  authorizationUrl: 'authorization URL',
  deviceAuthorizationUrl: 'device URL',
} as const;

/** Parses the URL of a field, which must be http or https. `what` is the field's display name. */
export const parseWebUrl = (text: string, field: string, what: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw createAuthFailure(`"${text}" is not an http or https URL. Check ${what} under Auth.`, { field });
};

/** The issuer's metadata (OpenID Connect Discovery, RFC 8414); null if it publishes none. */
const discover = async (issuer: string, fetch: Fetch): Promise<oauth.AuthorizationServer | null> => {
  const url = parseWebUrl(issuer.replace(/\/\.well-known\/.*$/, ''), 'issuer', 'the issuer');
  const options = createFetchOptions(fetch);
  const oidc = await oauth.discoveryRequest(url, { ...options, algorithm: 'oidc' });
  if (oidc.status === 200) return oauth.processDiscoveryResponse(url, oidc);
  const other = await oauth.discoveryRequest(url, { ...options, algorithm: 'oauth2' });
  if (other.status === 200) return oauth.processDiscoveryResponse(url, other);
  return null;
};

const createMissingDocumentFailure = (issuer: string) =>
  createAuthFailure(`The issuer ${issuer} has no discovery document. Check it, or set the URLs yourself.`, {
    issuer,
  });

/**
 * Finds the endpoints for a conversation: first the configured endpoints, then those in the issuer's metadata, which is requested once.
 * Nothing is cached beyond the conversation, because another conversation may have reached the issuer over a less secure connection.
 */
export const createServer = ({ issuer = '', ...config }: OAuth2Config, fetch: Fetch) => {
  let asked: Promise<oauth.AuthorizationServer | null> | undefined;
  const whole = async () => (issuer === '' ? undefined : await (asked ??= discover(issuer, fetch)));
  const set = (endpoint: Endpoint): string => config[endpoints[endpoint]] ?? '';
  /** @throws OAuthFailure if an endpoint is neither set nor discovered */
  const serverFor = async (needed: readonly Endpoint[]): Promise<oauth.AuthorizationServer> => {
    const isMissing = needed.some((endpoint) => set(endpoint) === '');
    const found = isMissing ? await whole() : undefined;
    if (found === null) throw createMissingDocumentFailure(issuer);
    const urls = needed.map((endpoint) => {
      const url = set(endpoint) || (found?.[endpoint] ?? '');
      const name = endpoints[endpoint];
      if (url === '') {
        throw createAuthFailure(
          `OAuth 2.0 has no ${settingLabels[name]} and no issuer that names one. Set it under Auth.`,
          {
            field: name,
          },
        );
      }
      return [endpoint, parseWebUrl(url, name, `the ${settingLabels[name]}`).href] as const;
    });
    return { issuer: found?.issuer ?? issuer, ...Object.fromEntries(urls) };
  };
  return { serverFor, discovered: async () => (await whole()) ?? undefined };
};
export type Server = ReturnType<typeof createServer>;
