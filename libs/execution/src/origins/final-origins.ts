import { type HeaderList, originLimits, type Origin, type Origins } from '@tandem/core';

import { findHeader } from '../filling/headers.js';
import type { ExecutionState } from '../execution-state.js';
import { listOrigins } from './origins-of.js';

/** Headers that an auth adds besides its main one. */
const ofAuth = /^x-(amz|wsse)\b/;

/** The origins of headers that the transport adds. */
const getAddedOrigins = (state: ExecutionState, headers: HeaderList): Origins =>
  Object.fromEntries(
    headers.map(([name]): [string, Origin[]] => {
      const { auth } = state.prepared;
      const from = auth !== undefined && ofAuth.test(name) ? `auth:${auth.type}` : 'default';
      const isOfUrl = name === 'authorization' && auth === undefined;
      return [`headers.${name}`, [{ from: isOfUrl ? 'url' : from }]];
    }),
  );

const isHeader = (place: string): boolean => place.startsWith('headers.');

/**
 * The origins of a request, including what is added when it is sent.
 * @param written all headers as sent; if omitted, those of the request and the cookies
 */
export const listFinalOrigins = (state: ExecutionState, written?: HeaderList): Origins => {
  const known = state.traced === undefined ? {} : listOrigins(state.traced);
  const lower = written?.map(([name, value]) => [name.toLowerCase(), value] as const);
  const cookie: Origins =
    state.cookies.length === 0
      ? {}
      : { 'headers.cookie': [...(known['headers.cookie'] ?? []), { from: 'cookie' }] };
  const all = { ...known, ...cookie };
  if (lower === undefined) return all;
  const missing = lower.filter(([name]) => all[`headers.${name}`] === undefined);
  const kept = Object.entries(all).filter(
    ([place]) => !isHeader(place) || findHeader(lower, place.slice('headers.'.length)) !== undefined,
  );
  return { ...Object.fromEntries(kept), ...getAddedOrigins(state, missing.slice(0, originLimits.ofPlace)) };
};
