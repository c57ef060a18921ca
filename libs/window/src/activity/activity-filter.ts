import type { Activity, AuthorKind } from '@tandem/core';

/** What the activity is filtered by; empty for everything. */
export interface ActivityFilter {
  readonly search: string;
  readonly by: string;
  readonly entity: '' | Activity['entity'];
  /** What kind of client made it. */
  readonly kind: '' | AuthorKind;
  /** Minutes; empty for any time. */
  readonly within: '' | '15' | '60' | '1440';
  /** One entity, by its id and its name. */
  readonly only?: { readonly id: string; readonly name: string } | undefined;
}

export const anyActivity: ActivityFilter = { search: '', by: '', entity: '', kind: '', within: '' };

/** The time from which on changes are shown; undefined for any. */
export const getFilterStart = ({ within }: ActivityFilter, now: number): string | undefined =>
  within === '' ? undefined : new Date(now - Number(within) * 60_000).toISOString();
