import type { Activity, AuthorKind } from '@tandem/core';

/** The filter of the activity; empty for everything. */
export interface ActivityFilter {
  readonly search: string;
  readonly by: string;
  readonly entity: '' | Activity['entity'];
  /** The kind of client that made the change. */
  readonly kind: '' | AuthorKind;
  /** In minutes; empty for any time. */
  readonly within: '' | '15' | '60' | '1440';
  /** One entity, by id and name. */
  readonly only?: { readonly id: string; readonly name: string } | undefined;
}

export const anyActivity: ActivityFilter = { search: '', by: '', entity: '', kind: '', within: '' };

/** The earliest time of the shown changes; undefined for any. */
export const getFilterStart = ({ within }: ActivityFilter, now: number): string | undefined =>
  within === '' ? undefined : new Date(now - Number(within) * 60_000).toISOString();
