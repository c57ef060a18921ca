import {
  type PreparedRequest,
  getDestination,
  type ExecutionFault,
  isForOrigin,
  createHostPattern,
  toReviewPlace,
  type ProxyOptions,
  type SendGuard,
  type TlsOptions,
} from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { ExecutionContext } from '../execution-state.js';
import {
  toCaSetting,
  toCertificateSetting,
  isBypassCovered,
  toProxySetting,
  type ReviewedSetting,
  toUnverifiedSetting,
} from './reviewed-settings.js';

/** How requests of an execution connect. */
export interface Connection {
  readonly tls?: TlsOptions;
  readonly proxy?: ProxyOptions | 'system';
}

/** The owner of the settings. */
export type ReviewContext = Pick<ExecutionContext, 'ports' | 'workspace' | 'unverifiedBy'>;

/** Whether the connection of a request uses TLS, to its server or to its proxy. */
export const isTlsConnection = ({ url, proxy }: PreparedRequest): boolean =>
  url.startsWith('https:') || proxy?.protocol === 'https';

/** The settings that decide who can read this request. */
const listReviewedSettings = (
  hash: (text: string) => string,
  { tls = {}, proxy }: Connection,
  { unverifiedBy }: ReviewContext,
  request: PreparedRequest,
): readonly ReviewedSetting[] => {
  const through =
    request.proxy !== undefined && proxy !== undefined && proxy !== 'system'
      ? [toProxySetting(hash, proxy)]
      : [];
  if (!isTlsConnection(request)) return through;
  const { ca = [], clientCertificates = [], verify } = tls;
  const origin = new URL(request.url);
  return [
    ...through,
    ...ca.map((file) => toCaSetting(hash, file)),
    ...clientCertificates
      .filter(({ domain }) => isForOrigin(domain, origin))
      .map((one) => toCertificateSetting(hash, one)),
    ...(verify === false
      ? [
          toUnverifiedSetting(
            unverifiedBy ?? { id: '', name: 'the call' },
            createHostPattern(getDestination(request.url)),
          ),
        ]
      : []),
  ];
};

const describeSetting = ({ kind, value }: ReviewedSetting): string => {
  switch (kind) {
    case 'proxy':
      return `the proxy ${value}`;
    case 'ca':
      return `the CA file ${value}`;
    case 'clientCertificate':
      return `the client certificate ${value}`;
    case 'unverified':
      return `tls.verify: false of ${value}`;
  }
};

const createRefusal = (waiting: readonly ReviewedSetting[]): ExecutionFault =>
  createFault(
    'CONNECTION_NOT_APPROVED',
    `Nobody has agreed to ${waiting.map(describeSetting).join(', ')}, which an agent or a file has set and which decides who can read this request, so it was not sent. Ask the person you work for to look at it in Tandem's window, under Folder, and to agree to it there, or take it out of the settings.`,
    { waiting: waiting.map(({ kind, value }) => ({ kind, value })) },
  );

/** Refuses a request that others could read because of unapproved settings, and records what needs approval. */
export const createConnectionGuard = (
  reviewing: ReviewContext,
  connection: Connection,
): SendGuard | undefined => {
  const { settingHash, store } = reviewing.ports;
  if (settingHash === undefined) return undefined;
  const { scriptReviews } = store;
  const { id } = reviewing.workspace;
  return async (request) => {
    const settings = listReviewedSettings(settingHash, connection, reviewing, request);
    if (settings.length === 0) return undefined;
    const found = await scriptReviews.find(
      id,
      settings.map(({ key }) => key),
    )();
    // Without an answer, nothing is approved.
    const reviews = E.isRight(found) ? found.right : [];
    const waiting = settings.filter(
      ({ key, bypass }) =>
        !reviews.some(
          ({ hash, isApproved, text }) => hash === key && isApproved && isBypassCovered(text, bypass),
        ),
    );
    if (waiting.length === 0) return undefined;
    const noted = waiting.map(({ kind, key }) => ({
      hash: key,
      isApproved: false,
      path: toReviewPlace(kind),
      text: null,
    }));
    await scriptReviews.add(id, noted)();
    return createRefusal(waiting);
  };
};
