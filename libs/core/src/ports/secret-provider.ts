import type { Secret } from '../secrets/search.js';

/** A value that a command gave, or why it gave none, as the end of a sentence about the command. */
export type ProvidedValue = { readonly value: string } | { readonly problem: string };

/** Gets the values of secrets from a command that a person has set, such as that of a password manager. */
export interface SecretProvider {
  /** Whether a command is set now. */
  readonly isOn: () => Promise<boolean>;
  readonly read: (name: string) => Promise<ProvidedValue>;
  /** Every value that was read, which has to be hidden; none of them is stored. */
  readonly all: () => readonly Secret[];
}
