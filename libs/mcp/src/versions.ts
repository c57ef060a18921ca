/** The protocol revisions that begin with `initialize`, newest first. */
export const sdk1Versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Every revision that is served, newest first. */
export const servedVersions = ['2026-07-28', ...sdk1Versions] as const;

/** Whether a revision is one of those that begin with `initialize`. */
export const isSdk1Version = (version: unknown): boolean => sdk1Versions.some((served) => served === version);

/** Whether a revision is served at all. */
export const isServed = (version: unknown): boolean => servedVersions.some((served) => served === version);

/** What `initialize` answers to the version that a client asks for: that one, or the newest. */
export const negotiated = (asked: unknown): string =>
  sdk1Versions.find((served) => served === asked) ?? sdk1Versions[0];

/** What the keys begin with under which a request of 2026-07-28 and later says in `_meta` what it is. */
const prefix = 'io.modelcontextprotocol/';
const versionKey = `${prefix}protocolVersion`;

interface Claiming {
  readonly method?: unknown;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly name?: unknown;
    readonly uri?: unknown;
  };
}

/** The revision that a message itself says it is of; those that begin with `initialize` say none. */
export const sdk2VersionOf = (message: unknown): string | undefined => {
  const version = (message as Claiming | null)?.params?._meta?.[versionKey];
  return typeof version === 'string' ? version : undefined;
};

/** Whether a message says in `_meta` what those of 2026-07-28 and later say. */
export const isSdk2Message = (message: unknown): boolean => {
  const meta: unknown = (message as Claiming | null)?.params?._meta;
  return Object.keys(meta ?? {}).some((key) => key.startsWith(prefix));
};

/** The headers that repeat what such a message says; none for an older one. */
export const sdk2Headers = (message: unknown): Readonly<Record<string, string>> => {
  const version = sdk2VersionOf(message);
  if (version === undefined) return {};
  const { method, params } = message as Claiming;
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(method),
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
};
