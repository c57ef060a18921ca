import type { Secret } from '../../secrets/search.js';

/** A value from a command, or why it returned none, as the end of a sentence about the command. */
export type ProvidedValue = { readonly value: string } | { readonly problem: string };

/** Gets secret values from a command that a person configured, such as a password manager's. */
export interface SecretProvider {
  /** Whether a command is configured now. */
  readonly isOn: () => Promise<boolean>;
  readonly read: (name: string) => Promise<ProvidedValue>;
  /** Every value read so far, for hiding. None of them is stored. */
  readonly all: () => readonly Secret[];
}
