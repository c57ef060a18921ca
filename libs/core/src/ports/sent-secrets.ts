import type { EnvironmentId } from '../ids.js';

/** Remembers, until the process ends, to which hosts secrets without hosts were sent. */
export interface SentSecrets {
  readonly note: (environmentId: EnvironmentId, name: string, host: string) => void;
  /** The hosts that a secret was sent to, the latest last. */
  readonly hostsOf: (environmentId: EnvironmentId, name: string) => readonly string[];
}
