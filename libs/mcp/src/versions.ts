/** The protocol revisions that begin with `initialize`, newest first. */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Whether a revision is served. */
export const isVersion = (version: unknown): boolean => protocolVersions.some((served) => served === version);

/** What `initialize` answers to the version that a client asks for: that one, or the newest. */
export const negotiated = (asked: unknown): string =>
  protocolVersions.find((served) => served === asked) ?? protocolVersions[0];
