import type {
  AxiosAdapter,
  AxiosRequestConfig,
  AxiosResponse,
  AxiosStatic,
  InternalAxiosRequestConfig,
} from 'axios';

import { type CallResult, type SendArguments, toEnabledPair } from '../../calls/calls.js';
import { toBuffer } from '../libraries.js';
import type { PendingWork, ShimParts } from '../shim.js';
import { toText } from '../text.js';
import { refuse } from './refusals.js';
import { parseBody, toHeaders } from './response.js';
import type { createScopes } from './scopes.js';

type Config = InternalAxiosRequestConfig;

type Multipart = Extract<SendArguments['body'], { readonly type: 'multipart' }>;

/** A multipart body of the bundled library. */
interface Parts {
  readonly parts: readonly Omit<Multipart['parts'][number], 'enabled'>[];
}

const hasParts = (data: object): data is Parts => Array.isArray((data as Partial<Parts>).parts);

const decodeUtf8 = (bytes: ArrayBuffer | DataView): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TypeError('a script can send bytes only if they are UTF-8; save a request that sends the file');
  }
};

/** Converts a body that axios has transformed. */
const toRequestBody = (data: unknown): SendArguments['body'] => {
  if (data === undefined || data === null || data === '') return { type: 'none' };
  if (typeof data === 'object') {
    if (hasParts(data))
      return {
        type: 'multipart',
        parts: data.parts.map((part) => ({ ...part, enabled: true }) as Multipart['parts'][number]),
      };
    if (data instanceof ArrayBuffer || ArrayBuffer.isView(data))
      return { type: 'text', content: decodeUtf8(data as ArrayBuffer | DataView) };
  }
  if (typeof data === 'string') return { type: 'text', content: data };
  throw new TypeError('Data after transformation must be a string, an ArrayBuffer, a Buffer, or a Stream');
};

const isMultipart = (name: string, { body }: Pick<SendArguments, 'body'>): boolean =>
  body.type === 'multipart' && name.toLowerCase() === 'content-type';

/** Creates the request that axios would send. As in Bruno, it has no cookies from the jar. */
const getRequest = (axios: AxiosStatic, config: Config): SendArguments => {
  const { auth, timeout = 0, maxRedirects } = config;
  const body = toRequestBody(config.data);
  if (auth) config.headers.delete('authorization');
  const headers = Object.entries(config.headers.toJSON()).map(
    ([name, value]) => [name, toText(value)] as const,
  );
  return {
    url: axios.getUri(config),
    method: (config.method ?? 'get').toUpperCase(),
    // The content type of a multipart body is left out, because its boundary is not known yet.
    headers: headers.filter(([name]) => !isMultipart(name, { body })).map(toEnabledPair),
    body,
    cookies: false,
    ...(auth ? { auth: { type: 'basic', username: auth.username, password: auth.password } } : {}),
    ...(timeout > 0 ? { timeoutMs: Math.min(Math.ceil(timeout), 600_000) } : {}),
    ...(maxRedirects === 0 ? { followRedirects: false } : {}),
  };
};

const toResponseData = (
  { decoded, bytes }: CallResult,
  { responseType }: Config,
  library: ShimParts['library'],
): unknown => {
  if (responseType === 'arraybuffer') return toBuffer(bytes(), library);
  return (decoded() ?? '').replace(/^\ufeff/, '');
};

interface CallError {
  readonly code?: string;
  readonly cause?: string;
  readonly message?: string;
}

/** Creates the error for a request that got no response, with the code that axios uses. */
const createAxiosError = (
  { AxiosError }: AxiosStatic,
  { code, cause, message }: CallError,
  config: Config,
): Error => {
  const { timeout = 0, timeoutErrorMessage } = config;
  if (code === 'TIMEOUT')
    return new AxiosError(
      timeoutErrorMessage ?? (timeout > 0 ? `timeout of ${timeout}ms exceeded` : message),
      AxiosError.ECONNABORTED,
      config,
    );
  return new AxiosError(cause === undefined ? message : `${cause}: ${message}`, cause ?? code, config);
};

const toAxiosResponse = (
  { AxiosHeaders }: AxiosStatic,
  called: CallResult,
  config: Config,
  library: ShimParts['library'],
): AxiosResponse => ({
  data: toResponseData(called, config, library),
  status: called.response.status,
  statusText: called.response.statusText,
  headers: new AxiosHeaders(toHeaders(called.response.headers) as Record<string, string>),
  config,
  request: { responseURL: called.response.url, res: { responseUrl: called.response.url } },
});

const isValid = ({ status, config }: AxiosResponse): boolean =>
  !status || !config.validateStatus || config.validateStatus(status);

/** Creates an adapter by which axios sends requests as calls of the script. */
const createAxiosAdapter =
  (axios: AxiosStatic, { send, library }: Pick<ShimParts, 'send' | 'library'>): AxiosAdapter =>
  async (config) => {
    const { AxiosError } = axios;
    const called = await send(getRequest(axios, config)).catch((error: unknown): never => {
      const { code } = error as CallError;
      throw code === 'SCRIPT_REQUESTS_OFF' ? error : createAxiosError(axios, error as CallError, config);
    });
    const response = toAxiosResponse(axios, called, config, library);
    if (isValid(response)) return Object.assign(response, { responseTime: Math.round(called.response.time) });
    const isBad = response.status >= 400 && response.status < 500;
    throw new AxiosError(
      `Request failed with status code ${response.status}`,
      isBad ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE,
      config,
      response.request,
      response,
    );
  };

type Callback = (error: unknown, response: unknown) => unknown;

const withoutResponse = {
  headers: null,
  data: null,
  url: null,
  responseTime: 0,
  duration: 0,
  size: 0,
};

/** The value to which `bru.runRequest` resolves. */
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

/** Creates the transformation of bodies for `bru.sendRequest`, which keeps text as it is, even if it is sent as JSON. */
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

/** Creates the functions that send requests. The script ends only after these requests. */
export const createRequestSender = (
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

export type BrunoSender = ReturnType<typeof createRequestSender>;
