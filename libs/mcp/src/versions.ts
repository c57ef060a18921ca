/** The protocol revisions that begin with `initialize`, newest first. */
export const sdk1Versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** All supported revisions, newest first. */
export const supportedVersions = ['2026-07-28', ...sdk1Versions] as const;

/** Whether a revision begins with `initialize`. */
export const isSdk1Version = (version: unknown): boolean => sdk1Versions.some((served) => served === version);

/** Whether a revision is supported. */
export const isSupported = (version: unknown): boolean =>
  supportedVersions.some((served) => served === version);

/** The protocol revision for the response to `initialize`: the one that the client asked for, if it is supported, otherwise the newest. */
export const negotiateVersion = (asked: unknown): string =>
  sdk1Versions.find((served) => served === asked) ?? sdk1Versions[0];

/** The prefix of the `_meta` keys that describe a request of 2026-07-28 or later. */
const metaPrefix = 'io.modelcontextprotocol/';
const versionKey = `${metaPrefix}protocolVersion`;

interface VersionClaim {
  readonly method?: unknown;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly name?: unknown;
    readonly uri?: unknown;
  };
}

/** The revision that a message states in `_meta`. Undefined for a message of an older revision, which states none. */
export const getSdk2Version = (message: unknown): string | undefined => {
  const version = (message as VersionClaim | null)?.params?._meta?.[versionKey];
  return typeof version === 'string' ? version : undefined;
};

/** Whether a message has the `_meta` of protocol revision 2026-07-28 or later. */
export const isSdk2Message = (message: unknown): boolean => {
  const meta: unknown = (message as VersionClaim | null)?.params?._meta;
  return Object.keys(meta ?? {}).some((key) => key.startsWith(metaPrefix));
};

/** The headers that repeat parts of a message, as protocol revision 2026-07-28 requires. Empty for a message of an older revision. */
export const getSdk2Headers = (message: unknown): Readonly<Record<string, string>> => {
  const version = getSdk2Version(message);
  if (version === undefined) return {};
  const { method, params } = message as VersionClaim;
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(method),
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
};
