import { t } from '@tandem/core/codec';

const NamedList = t.readonlyArray(t.type({ name: t.string }));

/** An entry of a list in which names may repeat, such as headers. */
export type NamedEntry = t.TypeOf<typeof NamedList>[number];

/** A list of named entries, or an empty one for anything else. */
export const toNamedEntries = (value: unknown): readonly NamedEntry[] => (NamedList.is(value) ? value : []);
