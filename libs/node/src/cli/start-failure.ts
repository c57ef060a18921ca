type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

const describeFileLimit = (): string =>
  'the limit of open files is too low; raise it, for example with: ulimit -n 4096';

const sentences: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ address, port }) =>
    `the port ${port ?? ''} of ${address ?? 'this machine'} is in use; choose another with --port, or 0 for any`,
  EACCES: ({ path, port }) =>
    path === undefined
      ? `this user may not listen on port ${port ?? ''}; choose one above 1023`
      : `${path} cannot be written; check its permissions`,
  EADDRNOTAVAIL: ({ address }) => `${address ?? 'the host'} is not an address of this machine`,
  ENOTFOUND: () => 'the host name cannot be resolved',
  EROFS: ({ path }) => `${path ?? 'the folder'} is on a read-only disk`,
  EPERM: ({ path }) => `${path ?? 'the folder'} cannot be written; check its permissions`,
  ENOSPC: () => 'the disk is full',
  ENOENT: ({ path, syscall }) =>
    syscall === 'uv_cwd'
      ? 'the working directory was deleted; change to another one and start again'
      : `${path ?? 'the path'} cannot be created or found`,
  ENOTDIR: ({ path }) => `${path ?? 'the path'} leads through something that is not a folder`,
  EEXIST: ({ path }) => `${path ?? 'the path'} exists and is not a folder`,
  EMFILE: describeFileLimit,
  ENFILE: describeFileLimit,
  SQLITE_CANTOPEN: ({ path }) =>
    `${path ?? 'the database'} cannot be opened; check that it is a file, its permissions, and the limit of open files (ulimit -n)`,
};

/** Minimum limit on open files with which the program can start. With a lower limit, Node may report an existing module as missing. */
const minOpenFiles = 64;

const hasLowFileLimit = (): boolean => {
  // Otherwise, the report would look up the host names of connections, which takes long.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  return Number(userLimits?.open_files?.soft) < minOpenFiles;
};

/** Describes in one line why the start failed and what to do about it. */
export const describeStartFailure = (error: unknown): string => {
  const { code, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const known = code !== undefined && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (code?.startsWith('ERR_') && hasLowFileLimit()) return describeFileLimit();
  return (known?.(error as SystemError) ?? message ?? String(error)).replace(/\s*\n\s*/g, ' ');
};
