import type {
  CertificateSetting,
  ClientCertificate,
  ExecutionFault,
  NamedFile,
  ProxyOptions,
  Secret,
  SendGuard,
  TlsOptions,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';
import type { ExecutionContext } from '../execution-state.js';
import { createFault } from '../fault.js';
import { createCycleFault, expand, interpolate, createInterpolationState } from '../filling/interpolate.js';
import { getScope, isEmptySecret } from '../filling/scope.js';
import type { Connection } from './connection-guard.js';
import { getGuard, type SendContext } from './guard.js';

type ProxyContext = Pick<ExecutionContext, 'ports' | 'connections' | 'environment' | 'inherited' | 'input'>;

/** Fills in the variables of the workspace's proxy, for the transport. */
export const fillProxy = ({
  ports,
  connections,
  environment,
  inherited,
  input,
}: ProxyContext): E.Either<ExecutionFault, { readonly proxy?: ProxyOptions | 'system' }> => {
  const setting = connections.proxy;
  if (setting === undefined || setting.mode === 'none') return E.right({});
  if (setting.mode === 'system') return E.right({ proxy: 'system' });
  const sources = { overrides: input.variables, inherited, environment };
  const [plain, isEmpty] = [getScope(sources, ports), isEmptySecret(sources)];
  const filling = createInterpolationState((name) => (isEmpty(name) ? undefined : plain(name)));
  const { protocol = 'http', hostname, port = '', auth, bypass = '' } = setting;
  const credentials = auth?.enabled === true ? { username: auth.username, password: auth.password } : {};
  const proxy = { protocol, hostname, port: String(port), bypass, ...credentials };
  for (const [name, text] of Object.entries<string>(proxy)) {
    const value = expand(filling, text.trim(), []);
    if (typeof value !== 'string') return E.left(createCycleFault(value));
    Object.assign(proxy, { [name]: value });
  }
  const [missing] = filling.unresolved;
  if (missing !== undefined) {
    const message = `The proxy of the workspace needs a value for {{${missing}}}. Set it in the environment, or change the connections of the workspace.`;
    return E.left(createFault('UNRESOLVED_VARIABLE', message, { names: [...filling.unresolved] }));
  }
  return E.right({ proxy });
};

type TlsContext = Pick<
  ExecutionContext,
  'ports' | 'workspace' | 'connections' | 'request' | 'environment' | 'inherited' | 'input'
>;

const readNamedFile =
  ({ ports, workspace }: TlsContext) =>
  (name: string): TE.TaskEither<ExecutionFault, NamedFile> =>
    pipe(
      ports.requestFiles.read(workspace.path, name),
      TE.map((bytes) => ({ name, bytes })),
    );

/** Fills in a passphrase. If a variable has no value, its token remains, so opening the certificate fails. */
const fillPassphrase = (context: TlsContext, passphrase: string | undefined) => {
  if (passphrase === undefined || passphrase === '') return {};
  const { environment, inherited, input, ports } = context;
  const fill = interpolate(getScope({ overrides: input.variables, inherited, environment }, ports));
  return {
    passphrase: pipe(
      fill(passphrase),
      E.match(
        () => passphrase,
        ({ text }) => text,
      ),
    ),
  };
};

const loadCertificate =
  (context: TlsContext) =>
  (setting: CertificateSetting): TE.TaskEither<ExecutionFault, ClientCertificate> => {
    const read = readNamedFile(context);
    const { domain } = setting;
    const shared = { domain, ...fillPassphrase(context, setting.passphrase) };
    return setting.type === 'pkcs12'
      ? pipe(
          read(setting.file),
          TE.map((pkcs12): ClientCertificate => ({ ...shared, type: 'pkcs12', pkcs12 })),
        )
      : pipe(
          TE.Do,
          TE.bind('certificate', () => read(setting.certificate)),
          TE.bind('key', () => read(setting.key)),
          TE.map((files): ClientCertificate => ({ ...shared, type: 'pem', ...files })),
        );
  };

const loadAllFiles = (context: TlsContext): TE.TaskEither<ExecutionFault, TlsOptions> => {
  const { ca, clientCertificates } = context.connections;
  return pipe(
    TE.Do,
    TE.bind('ca', () => pipe(ca, RA.traverse(TE.ApplicativeSeq)(readNamedFile(context)))),
    TE.bind('clientCertificates', () =>
      pipe(
        clientCertificates.filter(({ enabled }) => enabled),
        RA.traverse(TE.ApplicativeSeq)(loadCertificate(context)),
      ),
    ),
  );
};

/**
 * Loads the TLS options for a request, with the contents of the certificate files. A request that does not use TLS needs none of them, so a
 * missing file does not fail it.
 */
export const loadTlsOptions = (
  context: TlsContext,
  url: string,
): TE.TaskEither<ExecutionFault, { readonly tls?: TlsOptions }> => {
  const { ca, clientCertificates } = context.connections;
  const verify = context.request.settings.tls?.verify === false ? { verify: false } : {};
  const own = Object.keys(verify).length === 0 ? {} : { tls: verify };
  if (ca.length + clientCertificates.length === 0) return TE.right(own);
  const all = pipe(
    loadAllFiles(context),
    TE.map((files) => ({ tls: { ...files, ...verify } })),
  );
  return /^https:/i.test(url)
    ? all
    : pipe(
        all,
        TE.orElse(() => TE.right<ExecutionFault, { readonly tls?: TlsOptions }>(own)),
      );
};

/** How a request connects, with the guard that checks the connection. */
interface GuardedConnection extends Connection {
  readonly guard: SendGuard;
}

/** Returns the connection settings for requests to `url`, with the guard. Everything that sends requests gets both here. */
export const connectTo = (
  context: Parameters<typeof loadTlsOptions>[0] & SendContext,
  url: string,
  secrets: readonly Secret[],
): TE.TaskEither<ExecutionFault, GuardedConnection> =>
  pipe(
    TE.Do,
    TE.bind('tls', () => loadTlsOptions(context, url)),
    TE.bind('proxy', () => TE.fromEither(fillProxy(context))),
    TE.map(({ tls, proxy }) => {
      const connection = { ...tls, ...proxy };
      return { ...connection, guard: getGuard(context, secrets, connection) };
    }),
  );
