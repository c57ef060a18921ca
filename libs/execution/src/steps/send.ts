import {
  type Diagnostic,
  type ExecutionFault,
  type IncomingResponse,
  type InlineFile,
  isInlineFile,
  isMethod,
  type OutgoingAuth,
  type OutgoingBody,
  type OutgoingPart,
  type OutgoingRequest,
  parseInlineFile,
  type Redirect,
  type RequestSettings,
  type SendFailure,
  timeoutLimits,
} from '@tandem/core';
import { E, pipe, RA, T, TE } from '@tandem/core/fp';
import { encodeText } from '../bodies/body.js';
import { describeInvalidJson } from '../bodies/json-problem.js';
import { connectTo } from '../destinations/connect.js';
import { findHeadersWithSecrets, describeRedirects } from '../destinations/redirect-secrets.js';
import { describeUnboundSecrets } from '../destinations/unbound-secrets.js';
import {
  type ExecutionContext,
  type ExecutionState,
  type PreparedBody,
  type PreparedRequest,
  type Step,
  toReceivedResponse,
} from '../execution-state.js';
import { createFault } from '../fault.js';
import { checkHeaders, getContentType } from '../filling/headers.js';
import { checkUrl } from '../filling/target.js';
import { describeUnverifiedServer, listResponseDiagnostics } from '../result/response-diagnostics.js';
import { storeCookies } from '../scripts/script-cookies.js';

/** Reads the private key of an auth from a file in the workspace's folder, if the auth needs one and names the file. */
const addKeyFromFile = (
  { ports, workspace }: Pick<ExecutionContext, 'ports' | 'workspace'>,
  auth: OutgoingAuth | undefined,
): TE.TaskEither<ExecutionFault, OutgoingAuth | undefined> => {
  if (auth?.type !== 'oauth1' || !auth.signatureMethod.startsWith('RSA')) return TE.right(auth);
  const { privateKey, privateKeyFile } = auth;
  if (privateKey !== undefined || privateKeyFile === undefined) return TE.right(auth);
  return pipe(
    ports.requestFiles.read(workspace.path, privateKeyFile),
    TE.map((bytes) => ({ ...auth, privateKey: new TextDecoder().decode(bytes) })),
  );
};

/** Maximum size of a decoded response body, in bytes. */
const responseBytes = 50 * 1024 * 1024;

/** Maximum number of redirects that are followed if the request does not set one. */
export const defaultRedirects = 10;

type Part = Extract<PreparedBody, { kind: 'multipart' }>['parts'][number];

/** Reads the content of a file of the workspace, or of a data URL. */
const readFileOrInline = (
  { ports, workspace }: Pick<ExecutionContext, 'ports' | 'workspace'>,
  file: string,
): TE.TaskEither<ExecutionFault, InlineFile> => {
  if (!isInlineFile(file))
    return pipe(
      ports.requestFiles.read(workspace.path, file),
      TE.map((bytes) => ({ bytes })),
    );
  const message =
    'The file of the body is a data URL that cannot be read. Write it as data:image/png;base64,… with valid base64.';
  const inline = parseInlineFile(file);
  return inline === undefined ? TE.left(createFault('BODY_INVALID', message)) : TE.right(inline);
};

const readPartContent = (
  context: Pick<ExecutionContext, 'ports' | 'workspace'>,
  part: Part,
): TE.TaskEither<ExecutionFault, OutgoingPart> => {
  const { name } = part;
  if (!('file' in part)) {
    const named = part.filename === undefined ? {} : { filename: part.filename };
    return TE.right({ name, value: part.value, ...named });
  }
  const { file } = part;
  const filename = part.filename ?? (isInlineFile(file) ? name : (file.split('/').at(-1) ?? file));
  return pipe(
    readFileOrInline(context, file),
    TE.map((read) => ({ name, filename, ...read })),
  );
};

const readPart =
  (context: Pick<ExecutionContext, 'ports' | 'workspace'>) =>
  (part: Part): TE.TaskEither<ExecutionFault, OutgoingPart> => {
    const { name, contentType } = part;
    if (contentType !== undefined && /[^ -~]/.test(contentType)) {
      const message = `The content type of the part "${name}" contains a line break or another character that a header cannot contain. Remove it.`;
      return TE.left(createFault('BODY_INVALID', message, { part: name }));
    }
    const fields = (part.headers ?? []).map((one) => [one.name, one.value] as const);
    const typed = {
      ...(contentType === undefined || contentType === '' ? {} : { contentType }),
      ...(fields.length === 0 ? {} : { headers: fields }),
    };
    return pipe(
      TE.fromEither(checkHeaders(fields)),
      TE.flatMap(() => readPartContent(context, part)),
      TE.map((content) => ({ ...content, ...typed })),
    );
  };

/** Encodes text in the charset of its content type. Fails with BODY_INVALID if the charset cannot encode it. */
const encodeBody = (text: string, contentType: string): E.Either<ExecutionFault, OutgoingBody> => {
  const body = encodeText(text, contentType);
  if (typeof body === 'string') return E.right({ kind: 'text', text: body });
  if (body !== null) return E.right({ kind: 'bytes', bytes: body });
  const message = `The body cannot be written in the charset of its content type "${contentType}". Send it as charset=utf-8, or from a file.`;
  return E.left(createFault('BODY_INVALID', message));
};

const readBodyFiles = (
  context: Pick<ExecutionContext, 'ports' | 'workspace'>,
  { body, headers }: PreparedRequest,
): TE.TaskEither<ExecutionFault, OutgoingBody> => {
  switch (body.kind) {
    case 'none':
      return TE.right(body);
    case 'text':
      if (body.fault !== undefined) return TE.left(body.fault);
      return TE.fromEither(encodeBody(body.text, getContentType(headers)));
    case 'binary':
      return pipe(
        readFileOrInline(context, body.file),
        TE.map(({ bytes }): OutgoingBody => ({ kind: 'bytes', bytes })),
      );
    case 'multipart':
      return pipe(
        body.parts,
        RA.traverse(TE.ApplicativePar)(readPart(context)),
        TE.map((parts): OutgoingBody => ({ kind: 'multipart', parts })),
      );
  }
};

const checkMethod = (method: string): E.Either<ExecutionFault, string> =>
  isMethod(method)
    ? E.right(method)
    : E.left(
        createFault('METHOD_INVALID', `"${method}" is not an HTTP method. Use a token such as GET or POST.`, {
          method,
        }),
      );

/** Checks the request again, because a script may have changed it since. */
export const toOutgoingRequest = (
  context: Pick<ExecutionContext, 'ports' | 'workspace'>,
  prepared: PreparedRequest,
): TE.TaskEither<ExecutionFault, OutgoingRequest> =>
  pipe(
    TE.Do,
    TE.bind('method', () => TE.fromEither(checkMethod(prepared.method))),
    TE.bind('url', () => TE.fromEither(checkUrl(prepared.url))),
    TE.bind('headers', () => TE.fromEither(checkHeaders(prepared.headers))),
    TE.bind('body', () => readBodyFiles(context, prepared)),
    TE.let('credentials', () => prepared.credentials),
    TE.bind('auth', () => addKeyFromFile(context, prepared.auth)),
    TE.map(({ auth, ...request }) => ({
      ...request,
      ...(auth === undefined ? {} : { auth }),
      ...(prepared.signedWith === undefined ? {} : { signedWith: prepared.signedWith }),
    })),
  );

/** Marks the headers that contain a secret, so that a redirect to another origin drops them. */
const protectSecretHeaders =
  ({ secrets }: ExecutionContext) =>
  (request: OutgoingRequest): OutgoingRequest => ({
    ...request,
    credentials: [...(request.credentials ?? []), ...findHeadersWithSecrets(request.headers, secrets.all())],
  });

/** Creates a decoder for the chunks of an event stream, which is always UTF-8. */
const createStreamDecoder = (onText: (text: string) => void) => {
  const decoder = new TextDecoder();
  return (piece: Uint8Array): void => onText(decoder.decode(piece, { stream: true }));
};

/** Whether to follow redirects. As in axios and Node's fetch, a maximum of 0 means that none is followed, rather than an error. */
const shouldFollowRedirects = ({ followRedirects = true, maxRedirects }: RequestSettings): boolean =>
  followRedirects && maxRedirects !== 0;

const toSendOptions = ({ input, request, signal, share, onText, cookies }: ExecutionContext) => ({
  timeoutMs: input.timeoutMs ?? request.settings.timeoutMs ?? timeoutLimits.default,
  followRedirects: shouldFollowRedirects(request.settings),
  maxRedirects: request.settings.maxRedirects ?? defaultRedirects,
  maxBytes: responseBytes,
  signal,
  ...(share === undefined ? {} : { share }),
  ...(onText === undefined ? {} : { onPiece: createStreamDecoder(onText) }),
  ...(cookies === undefined ? {} : { cookies }),
  ...(request.settings.http === undefined ? {} : { http: request.settings.http }),
});

const describeNetwork = (
  context: ExecutionContext,
  state: ExecutionState,
  redirects: readonly Redirect[],
): readonly Diagnostic[] => [
  ...describeUnverifiedServer(context.request.settings, state.prepared.url, redirects),
  ...describeRedirects(redirects, context.secrets.all()),
];

const addSendFailure =
  (context: ExecutionContext, state: ExecutionState) =>
  async ({ fault: why, response, redirects = [], steps = [] }: SendFailure): Promise<ExecutionState> => ({
    ...state,
    redirects,
    steps: [...state.steps, ...steps],
    diagnostics: [...state.diagnostics, ...describeNetwork(context, state, redirects)],
    fault: why,
    response: response ? await toReceivedResponse(response) : null,
  });

const addResponse =
  (context: ExecutionContext, sent: ExecutionState, request: OutgoingRequest) =>
  async (incoming: IncomingResponse): Promise<ExecutionState> => {
    const response = await toReceivedResponse(incoming);
    return {
      ...sent,
      redirects: incoming.redirects ?? [],
      steps: [...sent.steps, ...(incoming.steps ?? [])],
      response,
      diagnostics: [
        ...sent.diagnostics,
        ...listResponseDiagnostics(response, toSendOptions(context).followRedirects, request.auth),
        ...describeNetwork(context, sent, incoming.redirects ?? []),
        ...describeUnboundSecrets(context, request),
      ],
    };
  };

/** Sends the request, unless the script has already returned a response. */
export const send: Step = (context) => (state) => {
  if (state.response !== null)
    return state.preRequest?.cookieEdits === undefined
      ? TE.right(state)
      : TE.rightTask(storeCookies(context)(state));
  return pipe(
    toOutgoingRequest(context, state.prepared),
    TE.map(protectSecretHeaders(context)),
    TE.bindTo('request'),
    TE.bind('connected', ({ request: { url } }) => connectTo(context, url, context.secrets.all())),
    TE.mapLeft((why): ExecutionState => ({ ...state, fault: why })),
    TE.flatMap(({ request, connected }) => {
      const prepared = { ...state.prepared, method: request.method, url: request.url };
      const cookies = context.cookies?.sentTo(request.url) ?? [];
      const diagnostics = [...state.diagnostics, ...describeInvalidJson(prepared)];
      const sent = { ...state, prepared, cookies, diagnostics, handedOver: true };
      const store = T.flatMap(storeCookies(context));
      return pipe(
        context.ports.http.send(request, { ...toSendOptions(context), ...connected }),
        TE.matchE(
          (failure) => TE.leftTask(store(() => addSendFailure(context, sent)(failure))),
          (response) => TE.rightTask(store(() => addResponse(context, sent, request)(response))),
        ),
      );
    }),
  );
};
