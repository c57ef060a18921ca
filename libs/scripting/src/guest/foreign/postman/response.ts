import type { HandlerInput } from '../../handlers.js';
import type { ResponseBody } from '../../response.js';
import { toBase64 } from '../../web/web.js';
import { toBuffer } from '../libraries.js';
import type { ShimParts } from '../shim.js';
import { PropertyList } from './property-list.js';

/** The reason phrases of status codes (RFC 9110, section 15), for responses without one, as in HTTP/2. */
const reasons: Readonly<Record<number, string>> = {
  100: 'Continue',
  101: 'Switching Protocols',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  418: "I'm a teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
};

const getReasonPhrase = (status: number, given: string): string =>
  given === '' ? (reasons[status] ?? '') : given;

type Input = NonNullable<HandlerInput['response']>;
type Reviver = Parameters<typeof JSON.parse>[1];

const { parse } = JSON;

/** Parses JSON as Postman does: without a byte order mark. */
const parseJson = (text: string, reviver: Reviver): unknown => {
  try {
    return parse(text.replace(/^\ufeff/, ''), reviver) as unknown;
  } catch (error) {
    const wrong = new Error(
      text === '' ? 'No data, empty input at 1:1' : (error as { readonly message: string }).message,
    );
    wrong.name = 'JSONError';
    throw wrong;
  }
};

/** The file extensions of media types whose subtype is not the extension. */
const extensions: Readonly<Record<string, string>> = {
  plain: 'txt',
  javascript: 'js',
  jpeg: 'jpg',
  'octet-stream': 'bin',
  'svg+xml': 'svg',
  gzip: 'gz',
  msword: 'doc',
  'vnd.ms-excel': 'xls',
  'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** The kind of media that Postman sees in a content type, and its format. */
const classify = (contentType: string): readonly [kind: string, format: string] => {
  const [base = ''] = contentType.split('/');
  const media = /audio|video|image|text/.exec(base)?.[0];
  const textFormat = /jsonp|json|xml|html|yaml|vml|webml|script/.exec(contentType)?.[0];
  if (contentType === 'application/pdf') return ['embed', 'pdf'];
  if (contentType === 'application/jwt') return ['text', 'jwt'];
  if (contentType === 'application/x-www-form-urlencoded') return ['text', 'plain'];
  if (media === 'text') return ['text', textFormat ?? 'plain'];
  if (media !== undefined) return [media, media];
  if (textFormat !== undefined) return ['text', textFormat];
  const within = /\/.*?(audio|video|image|text)/.exec(contentType)?.[1];
  if (within !== undefined) return [within, within];
  return [/application|message|multipart/.exec(base)?.[0] ?? 'unknown', 'raw'];
};

/** Finds the file name in a Content-Disposition header. */
const findName = (header: string | undefined): string | undefined =>
  /filename="?([^";]+)/i.exec(header ?? '')?.[1];

/** Postman's Response. */
export class PostmanResponse {
  readonly code: number;
  readonly status: string;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly headers: PropertyList;
  readonly cookies: PropertyList;
  readonly #body: ResponseBody;

  readonly #library: ShimParts['library'];

  constructor(input: Input, body: ResponseBody, library: ShimParts['library']) {
    this.code = input.status;
    this.status = getReasonPhrase(input.status, input.statusText);
    // Whole milliseconds, as in Postman.
    this.responseTime = Math.round(input.time);
    this.responseSize = input.size;
    this.headers = new PropertyList(
      input.headers.map(([key, value]) => ({ key, value })),
      true,
    );
    this.cookies = new PropertyList(input.cookies.map(({ name, value }) => ({ key: name, name, value })));
    this.#body = body;
    this.#library = library;
  }

  text(): string {
    const text = this.#body.decoded();
    if (text !== null) return text;
    throw new TypeError('the body is too long for a script');
  }

  json(reviver?: Reviver): unknown {
    return parseJson(this.text(), reviver);
  }

  reason(): string {
    return this.status;
  }

  details(): object {
    return { code: this.code, name: this.status, detail: this.status };
  }

  size() {
    const fields = this.headers.reduce((sum, { key, value }) => sum + key.length + value.length + 4, 0);
    const header = fields + `HTTP/1.1 ${this.code} ${this.status}\r\n\r\n`.length;
    const body = this.responseSize;
    return { body, header, total: body + header };
  }

  contentInfo() {
    const [given = '', ...more] = (this.headers.get('content-type') ?? 'text/plain').split(';');
    const charset = more.map((one) => /^\s*charset="?([^"]*)"?\s*$/i.exec(one)?.[1]).find(Boolean);
    const contentType = given.trim().toLowerCase();
    const [mimeType, mimeFormat] = classify(contentType);
    const subtype = contentType.split('/')[1] ?? '';
    const fileExtension = extensions[subtype] ?? subtype.replace(/^.*[+]/, '');
    return {
      contentType,
      mimeType,
      mimeFormat,
      charset: charset?.toLowerCase().replace('utf-8', 'utf8') ?? 'utf8',
      fileExtension,
      fileName:
        findName(this.headers.get('content-disposition')) ??
        (fileExtension === '' ? 'response' : `response.${fileExtension}`),
    };
  }

  mime() {
    return this.contentInfo();
  }

  /** The compression that the header names, or that the first bytes show. */
  encoding() {
    const format = this.headers.get('content-encoding');
    if (format !== undefined) return { format, source: 'header' };
    const [first, second, third] = this.#body.isTooLong ? [] : this.#body.bytes();
    const isGzip = first === 0x1f && second === 0x8b && third === 8;
    return isGzip ? { format: 'gzip', source: 'body' } : { format: undefined, source: undefined };
  }

  /** The body as a data URL. */
  dataURI(): string {
    const { contentType } = this.contentInfo();
    return `data:${contentType};base64, ${toBase64(this.#body.bytes())}`;
  }

  get stream(): Uint8Array {
    return toBuffer(this.#body.bytes(), this.#library);
  }

  toJSON(): object {
    const { code, status, responseTime, responseSize, headers: header, cookies: cookie } = this;
    const data = this.#body.isTooLong ? [] : Array.from(this.#body.bytes());
    const stream = { type: 'Buffer', data };
    return { status, code, header, stream, cookie, responseTime, responseSize };
  }
}
Object.defineProperty(PostmanResponse, 'name', { value: 'Response' });
