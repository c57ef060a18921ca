import type { AxiosRequestConfig, AxiosStatic } from 'axios';

import type { CallResult } from '../../calls/calls.js';
import type { PendingWork } from '../pending.js';
import type { ShimParts } from '../shim.js';
import { toText } from '../text.js';
import { createAxiosAdapter } from './axios-adapter.js';
import { refuse } from './refusals.js';
import { toHeaders, parseBody } from './response.js';
import type { createScopes } from './scopes.js';

type Callback = (error: unknown, response: unknown) => unknown;

const withoutResponse = {
  ...{ headers: null, data: null, url: null },
  ...{ responseTime: 0, duration: 0, size: 0 },
};

/** What `bru.runRequest` resolves to. */
const toRunResult = ({ response }: CallResult) => {
  const responseTime = Math.round(response.time);
  return {
    status: response.status,
    statusText: response.statusText,
    headers: toHeaders(response.headers),
    data: parseBody(response.body, false),
    url: response.url,
    responseTime,
    duration: responseTime,
    size: response.size,
  };
};

/** The body transformation of `bru.sendRequest`, which keeps text unchanged even if it is sent as JSON. */
const createTransformation = ({
  defaults,
}: AxiosStatic): NonNullable<AxiosRequestConfig['transformRequest']> => {
  const all = [defaults.transformRequest ?? []].flat();
  return function (data: unknown, headers) {
    const type: unknown = headers.getContentType();
    if (typeof data === 'string' && String(type).includes('json')) return data;
    return all.reduce((one: unknown, transform): unknown => transform.call(this, one, headers), data);
  };
};

/** The calls that send requests, which the script waits for. */
export const createSending = (
  parts: ShimParts,
  scopes: Pick<ReturnType<typeof createScopes>, 'keptSoFar' | 'adopt'>,
  pending: () => PendingWork,
) => {
  const axios = parts.library('axios') as AxiosStatic | undefined;
  if (axios !== undefined) {
    const adapter = createAxiosAdapter(axios, parts);
    axios.defaults.adapter = (config) => pending().hold(() => adapter(config));
  }

  const sendRequest = async (given: unknown, callback?: unknown): Promise<unknown> => {
    if (axios === undefined) return refuse('bru.sendRequest');
    const config = (
      typeof given === 'string' ? { url: given } : { ...(given as object) }
    ) as AxiosRequestConfig;
    const work = axios.create({ transformRequest: createTransformation(axios) }).request<unknown>(config);
    if (typeof callback !== 'function') return work;
    const call = callback as Callback;
    const outcome = await work.then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
    if ('error' in outcome) {
      await call(outcome.error, null);
      return undefined;
    }
    await call(null, outcome.response);
    return outcome.response;
  };
  const runRequest = async (request: unknown) => {
    try {
      const args = { request: toText(request), kept: scopes.keptSoFar() };
      const called = await pending().hold(() => parts.execute(args));
      scopes.adopt(called.kept);
      return toRunResult(called);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code === 'SKIPPED')
        return {
          status: 'skipped',
          statusText: 'request skipped via pre-request script',
          ...withoutResponse,
        };
      if (code === 'SCRIPT_ERROR' || code === 'SCRIPT_REQUESTS_OFF') throw error;
      return { status: 'error', statusText: null, ...withoutResponse };
    }
  };
  return { axios, functions: { sendRequest, runRequest } };
};

export type BrunoSender = ReturnType<typeof createSending>;
