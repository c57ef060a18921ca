import type { HandlerInput } from '../../handlers.js';
import { decodeUtf8, encodeUtf8, toBase64 } from '../../web/web.js';
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

/** The bytes of a body. Like a buffer of Node, they convert to text. */
class BodyBytes extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }

  override toString(encoding?: unknown): string {
    if (encoding === 'base64') return toBase64(this);
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return decodeUtf8(this, false);
  }
}

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
  readonly #text: string | null;

  constructor(input: Input) {
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
    this.#text = input.body;
  }

  text(): string {
    if (this.#text !== null) return this.#text;
    throw new TypeError('the body is not text, or is too long for a script');
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
    const header = this.headers.reduce((sum, { key, value }) => sum + key.length + value.length + 4, 0);
    const body = this.responseSize;
    return { body, header, total: body + header };
  }

  contentInfo() {
    const [mimeType = '', ...more] = (this.headers.get('content-type') ?? '').split(';');
    const charset = more.map((one) => /^\s*charset="?([^"]*)"?\s*$/i.exec(one)?.[1]).find(Boolean);
    const contentType = mimeType.trim().toLowerCase();
    const [kind = '', format = ''] = contentType.split('/');
    const extension = format === '' ? '' : `.${extensions[format] ?? format.replace(/^.*[+]/, '')}`;
    const isText = /^(?:text|application)\/(?:.*[+])?(?:json|xml|javascript|html|plain|css|csv)$/.test(
      contentType,
    );
    return {
      mimeType:
        isText || kind === 'text' ? 'text' : ['image', 'audio', 'video'].includes(kind) ? kind : 'unknown',
      mimeFormat: format.replace(/^.*[+]/, ''),
      contentType,
      charset: charset ?? 'utf8',
      fileName: findName(this.headers.get('content-disposition')) ?? `response${extension}`,
      fileExtension: extension.slice(1),
    };
  }

  mime() {
    return this.contentInfo();
  }

  encoding() {
    const format = this.headers.get('content-encoding');
    return { format, source: format === undefined ? undefined : 'header' };
  }

  /** The body as a data URL. */
  dataURI(): string {
    const { contentType } = this.contentInfo();
    const bytes = Array.from(encodeUtf8(this.text()), (byte) => String.fromCharCode(byte));
    return `data:${contentType};base64, ${globalThis.btoa(bytes.join(''))}`;
  }

  get stream(): Uint8Array {
    return new BodyBytes(encodeUtf8(this.text()));
  }

  toJSON(): object {
    const { code, status, responseTime, responseSize, headers } = this;
    return { code, status, responseTime, responseSize, header: headers, body: this.#text };
  }
}
Object.defineProperty(PostmanResponse, 'name', { value: 'Response' });
