import type {
  CertificateSetting,
  ClientCertificate,
  ExecutionFault,
  NamedFile,
  TlsOptions,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';

import { interpolate } from '../filling/interpolate.js';
import type { ExecutionContext } from '../execution-state.js';
import { getScope } from '../filling/scope.js';

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

/** Fills in a passphrase. An unresolved one stays, so that opening the certificate fails. */
const fillPassphrase = (context: TlsContext, passphrase: string | undefined) => {
  if (passphrase === undefined || passphrase === '') return {};
  const { environment, inherited, input, ports } = context;
  const filled = interpolate(getScope({ overrides: input.variables, inherited, environment }, ports))(
    passphrase,
  );
  return { passphrase: E.isRight(filled) ? filled.right.text : passphrase };
};

const loadCertificate =
  (context: TlsContext) =>
  (setting: CertificateSetting): TE.TaskEither<ExecutionFault, ClientCertificate> => {
    const read = readNamedFile(context);
    const { domain } = setting;
    const said = { domain, ...fillPassphrase(context, setting.passphrase) };
    return setting.type === 'pkcs12'
      ? pipe(
          read(setting.file),
          TE.map((pkcs12): ClientCertificate => ({ ...said, type: 'pkcs12', pkcs12 })),
        )
      : pipe(
          TE.Do,
          TE.bind('certificate', () => read(setting.certificate)),
          TE.bind('key', () => read(setting.key)),
          TE.map((files): ClientCertificate => ({ ...said, type: 'pem', ...files })),
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
 * The TLS options of a request: its settings and files of the workspace. A request without TLS does not fail because
 * of them.
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
