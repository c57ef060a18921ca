import {
  type ExportContent,
  type ExportedBody,
  type ExportedDocument,
  type ExportedExecution,
  type LeftOut,
  type SentBody,
  type SentPart,
  type SentRequest,
} from '@tandem/core';

interface Row {
  readonly name: string;
  readonly value: string;
}

const findHeader = (headers: readonly Row[], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

const decodeQuery = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const getQuery = (url: string): readonly Row[] =>
  (/\?([^#]*)/.exec(url)?.[1] ?? '')
    .split('&')
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name: decodeQuery(name), value: decodeQuery(value.join('=')) };
    });

/** Parses the cookies of a `Cookie` header. */
const parseSentCookies = (headers: readonly Row[]): readonly Row[] =>
  (findHeader(headers, 'cookie') ?? '')
    .split(';')
    .filter((one) => one.includes('='))
    .map((one) => {
      const at = one.indexOf('=');
      return { name: one.slice(0, at).trim(), value: one.slice(at + 1).trim() };
    });

/** Converts a form part. HAR has no field for its headers or file path, but allows custom fields, which start with `_`. */
const toHarParam = ({ name, value, isFile, filename, contentType, headers = [] }: SentPart): object => ({
  name,
  ...(isFile ? { fileName: filename ?? value } : { value }),
  ...(isFile && filename !== undefined ? { _file: value } : {}),
  ...(!isFile && filename !== undefined ? { fileName: filename } : {}),
  ...(contentType === undefined ? {} : { contentType }),
  ...(headers.length === 0 ? {} : { _headers: headers }),
});

const toPostData = (body: SentBody, mimeType: string): object => {
  switch (body.type) {
    case 'none':
      return {};
    case 'text':
      return {
        postData: {
          mimeType,
          text: body.text,
          ...(body.truncated ? { comment: 'Only its beginning is stored.' } : {}),
        },
      };
    case 'multipart':
      return {
        postData: {
          mimeType: mimeType || 'multipart/form-data',
          params: body.parts.map(toHarParam),
        },
      };
    case 'file':
      return { postData: { mimeType, text: '', comment: `The file ${body.file}` } };
  }
};

const getRequest = (
  { result, summary }: ExportedExecution,
  { headers, body }: SentRequest,
  version: string,
) => {
  const url = result.request.url || summary.url;
  return {
    method: result.request.method || summary.method,
    url,
    httpVersion: version,
    cookies: parseSentCookies(headers),
    headers,
    queryString: getQuery(url),
    ...toPostData(body, findHeader(headers, 'content-type') ?? ''),
    headersSize: -1,
    bodySize: body.type === 'none' ? 0 : -1,
  };
};

const toHarContent = (body: ExportedBody | null, size: number, mimeType: string): object => {
  const comment = 'It is not stored, or not all of it.';
  if (body === null) return { size, mimeType, ...(size > 0 ? { comment } : {}) };
  const text =
    body.kind === 'text'
      ? { text: body.text }
      : { text: Buffer.from(body.bytes).toString('base64'), encoding: 'base64' };
  return { size, mimeType, ...text, ...(body.truncated ? { comment } : {}) };
};

const emptyResponse = { cookies: [], headers: [], redirectURL: '', headersSize: -1 } as const;

const toHarResponse = ({ result, body, contentType }: ExportedExecution, version: string): object => {
  const { response, error } = result;
  if (response === null)
    return {
      ...{ ...emptyResponse, status: 0, statusText: '', httpVersion: version, bodySize: -1 },
      content: { size: 0, mimeType: '' },
      ...(error === null ? {} : { comment: `${error.code}: ${error.message}` }),
    };
  const headers = Object.entries(response.headers).map(([name, value]) => ({ name, value }));
  return {
    ...emptyResponse,
    status: response.status,
    statusText: response.statusText,
    httpVersion: version,
    cookies: response.cookies.map(({ name, value, secure, httpOnly }) => ({ name, value, secure, httpOnly })),
    headers,
    content: toHarContent(body, response.size, contentType),
    redirectURL: findHeader(headers, 'location') ?? '',
    bodySize: response.size,
  };
};

const toHarTime = (value: number | undefined): number => value ?? -1;

const toHarTimings = ({ times }: SentRequest): object => ({
  blocked: -1,
  dns: toHarTime(times?.dns),
  connect: toHarTime(times?.connect),
  ssl: toHarTime(times?.tls),
  send: 0,
  wait: times?.waiting ?? 0,
  receive: times?.download ?? 0,
});

/** Converts an ALPN id to the HTTP version. */
const toHttpVersion = (protocol: string | undefined): string => (protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1');

const toHarEntry = (one: ExportedExecution, sent: SentRequest): object => {
  const { summary, result } = one;
  const version = toHttpVersion(result.connection?.protocol);
  const address = result.connection?.remoteAddress ?? null;
  return {
    startedDateTime: summary.startedAt,
    time: summary.durationMs,
    request: getRequest(one, sent, version),
    response: toHarResponse(one, version),
    cache: {},
    timings: toHarTimings(sent),
    ...(address === null ? {} : { serverIPAddress: address }),
    comment: summary.name,
  };
};

/** Describes the parts of a body that the archive omits. A comment in the archive contains the same text. */
const describeBodyLosses = (
  { result: { response }, body }: ExportedExecution,
  sent: SentRequest,
): readonly string[] => {
  const size = response?.size ?? 0;
  return [
    ...(sent.body.type === 'file'
      ? [`the bytes that it sent, which are those of the file ${sent.body.file}`]
      : []),
    ...(sent.body.type === 'text' && sent.body.truncated ? ['the end of the body that it sent'] : []),
    ...(body === null && size > 0 ? [`the body of its response, ${size} bytes`] : []),
    ...(body?.truncated === true ? ['the end of the body of its response'] : []),
  ];
};

const listLeftOut = (one: ExportedExecution): readonly LeftOut[] => {
  const { summary, sent } = one;
  const place = `${summary.name} at ${summary.startedAt}`;
  if (sent === undefined) return [{ place, what: 'an execution that sent nothing' }];
  const redirects = sent.redirects?.length ?? 0;
  return [
    ...(redirects === 0 ? [] : [`the redirects before its response: ${redirects}`]),
    ...describeBodyLosses(one, sent),
  ].map((what) => ({ place, what }));
};

/** Writes the stored executions as an HTTP Archive 1.2, oldest first. */
export const createHarDocument = (content: ExportContent): ExportedDocument => {
  const executions = content.executions.toReversed();
  const entries = executions.flatMap((one) => (one.sent === undefined ? [] : [toHarEntry(one, one.sent)]));
  const log = { version: '1.2', creator: { name: 'Tandem', version: '1' }, pages: [], entries };
  return { text: `${JSON.stringify({ log }, null, 2)}\n`, leftOut: executions.flatMap(listLeftOut) };
};
