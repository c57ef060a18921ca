import type { AuthKind, AuthOf } from '@tandem/core';

/** The kinds that a person can choose. */
export type ChosenKind = Exclude<AuthKind, 'unsupported'>;

/** A field of an auth. One with `words` is chosen among them; an optional one is left out while it is empty. */
export interface AuthField<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  readonly words?: Readonly<Record<string, string>>;
}

interface KindEntry<K extends ChosenKind> {
  readonly title: string;
  /** What a new one has. */
  readonly start: AuthOf<K>;
  readonly fields: readonly AuthField<Exclude<keyof AuthOf<K>, 'type'> & string>[];
}

const username = { key: 'username', label: 'User' } as const;
const password = { key: 'password', label: 'Password', isSecret: true } as const;

/** The kinds of auth with what their editor shows, in the order in which they are offered. */
export const authKinds: { readonly [K in ChosenKind]: KindEntry<K> } = {
  inherit: { title: 'Inherited', start: { type: 'inherit' }, fields: [] },
  none: { title: 'None', start: { type: 'none' }, fields: [] },
  basic: {
    title: 'Basic',
    start: { type: 'basic', username: '', password: '' },
    fields: [username, password],
  },
  bearer: {
    title: 'Bearer token',
    start: { type: 'bearer', token: '' },
    fields: [{ key: 'token', label: 'Token', isSecret: true }],
  },
  'api-key': {
    title: 'API key',
    start: { type: 'api-key', name: '', value: '', in: 'header' },
    fields: [
      { key: 'name', label: 'Name' },
      { key: 'value', label: 'Value', isSecret: true },
      { key: 'in', label: 'Sent in', words: { header: 'a header', query: 'the query' } },
    ],
  },
  'aws-sigv4': {
    title: 'AWS signature',
    start: { type: 'aws-sigv4', accessKeyId: '', secretAccessKey: '', region: '', service: '' },
    fields: [
      { key: 'accessKeyId', label: 'Access key id' },
      { key: 'secretAccessKey', label: 'Secret access key', isSecret: true },
      { key: 'region', label: 'Region' },
      { key: 'service', label: 'Service' },
      { key: 'sessionToken', label: 'Session token', isSecret: true, isOptional: true },
    ],
  },
};

/** The title of each kind. */
export const authTitles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(authKinds).map(([kind, { title }]) => [kind, title]),
);
