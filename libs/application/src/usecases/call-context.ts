import type { Secret } from '@tandem/core';
import type { Progress } from '@tandem/execution';

/** How a caller watches and ends an execution, and who it is. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** What changes that it makes are told as made by, such as `window` or `mcp`. */
  readonly by?: string;
  /** Whether values of secrets are hidden from the caller, as from every agent. */
  readonly hidesSecrets?: boolean;
  /** Receives the secrets that an execution meets, those that are stored before it begins, so that whoever answers can hide them. */
  readonly met?: (secrets: readonly Secret[]) => void;
}
