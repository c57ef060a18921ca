import { setTimeout as wait } from 'node:timers/promises';

import type { AuthToken } from '@tandem/core';
import * as oauth from 'oauth4webapi';

import type { PendingGrant } from './approvals.js';
import { createTokenFetch } from './token-fetch.js';
import { createClientAuth, createClient } from './client.js';
import { getOAuthErrorCode, createAuthFailure } from './fault.js';
import { createFetchOptions } from './over.js';
import { addIssuer, listRequestParameters, requestToken, getScope, type Talk } from './grants.js';
import { parseWebUrl } from './server.js';

/** Default polling interval in seconds, and the increase for `slow_down`. */
const defaultInterval = 5;

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Polls until the person has decided (RFC 8628, section 3.4). */
const pollToken = async (talk: Talk, deviceCode: string, interval: number): Promise<AuthToken> => {
  let seconds = interval;
  for (;;) {
    await wait(seconds * 1_000, undefined, { signal: talk.signal }).catch(() => {
      throw createAuthFailure('Nobody approved in time, or the approval was stopped. Begin again.');
    });
    try {
      return await requestToken(talk, deviceGrant, [['device_code', deviceCode]]);
    } catch (error) {
      const code = getOAuthErrorCode(error);
      if (code === 'slow_down') seconds += defaultInterval;
      else if (code !== 'authorization_pending') throw error;
    }
  }
};

/** Starts the device grant, for devices without a browser (RFC 8628). */
export const startDeviceGrant = async (talk: Talk): Promise<PendingGrant> => {
  const { config, send, signal, steps } = talk;
  const server = addIssuer(await talk.serverFor(['device_authorization_endpoint', 'token_endpoint']));
  const client = createClient(config);
  const fields = [...getScope(config), ...listRequestParameters(config, 'authorization').body];
  const response = await oauth.deviceAuthorizationRequest(
    server,
    client,
    await createClientAuth(config),
    new URLSearchParams(fields),
    createFetchOptions(createTokenFetch(send, signal, steps)),
  );
  const answer = await oauth.processDeviceAuthorizationResponse(server, client, response);
  const open = parseWebUrl(
    answer.verification_uri_complete ?? answer.verification_uri,
    'deviceAuthorizationUrl',
    'the device URL',
  ).href;
  const token = pollToken(talk, answer.device_code, answer.interval ?? defaultInterval);
  token.catch(() => undefined);
  return {
    open,
    userCode: answer.user_code,
    expiresInMs: answer.expires_in * 1_000,
    token,
  };
};
