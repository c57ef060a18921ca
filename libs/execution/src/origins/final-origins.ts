import { type HeaderList, type Origin, originLimits, Origins, type Redactor } from '@tandem/core';
import type { ExecutionState } from '../execution-state.js';
import { findHeader } from '../filling/headers.js';
import { listOrigins } from './origins-of.js';

/** The different texts in the origins. */
const listOriginTexts = (origins: Origins): readonly string[] => {
  const texts = new Set<string>();
  for (const [location, all] of Object.entries(origins)) {
    texts.add(location);
    for (const { from, token, shadowed = [], near = [] } of all) {
      texts.add(from);
      if (token !== undefined) texts.add(token);
      for (const one of [...shadowed, ...near]) texts.add(one);
    }
  }
  return [...texts];
};

/**
 * Redacts secrets in origins, for example in the name of a parameter. Searches all origins together first: they rarely contain a secret,
 * and searching hundreds of texts one by one would take longer than the execution.
 */
export const redactOrigins = (redactor: Redactor, origins: Origins): Origins => {
  const all = listOriginTexts(origins).join('\n');
  return redactor.text(all) === all ? origins : (redactor.as(Origins)(origins) as Origins);
};

/** Matches the additional headers that some kinds of auth add. */
const extraAuthHeaders = /^x-(amz|wsse)\b/;

/** The origins of the headers that the transport has added. */
const getAddedOrigins = (state: ExecutionState, headers: HeaderList): Origins =>
  Object.fromEntries(
    headers.map(([name]): [string, Origin[]] => {
      const { auth } = state.prepared;
      const from = auth !== undefined && extraAuthHeaders.test(name) ? `auth:${auth.type}` : 'default';
      const isOfUrl = name === 'authorization' && auth === undefined;
      return [`headers.${name}`, [{ from: isOfUrl ? 'url' : from }]];
    }),
  );

const isHeaderLocation = (location: string): boolean => location.startsWith('headers.');

/**
 * Lists where the parts of a request come from, including those that are added when it is sent.
 * @param written all headers as sent; by default those of the request and of the cookies
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
  const listed = Object.entries(all).filter(
    ([location]) =>
      !isHeaderLocation(location) || findHeader(lower, location.slice('headers.'.length)) !== undefined,
  );
  return {
    ...Object.fromEntries(listed),
    ...getAddedOrigins(state, missing.slice(0, originLimits.perLocation)),
  };
};
