import type { EnvironmentId } from '../../ids.js';

/** Remembers to which hosts secrets without hosts were sent, until the process ends. */
export interface SentSecrets {
  readonly note: (environmentId: EnvironmentId, name: string, host: string) => void;
  /** The hosts that a secret was sent to, latest last. */
  readonly hostsOf: (environmentId: EnvironmentId, name: string) => readonly string[];
}
