import {
  type AnyRequest,
  type ImportDocument,
  type ImportedRequest,
  mapInSlices,
  type RememberedImport,
  type RememberedRequest,
  requestKinds,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { listRequestPaths } from './choice.js';
import { createFingerprint } from './fingerprint.js';
import { getRequestOrigin, toWrittenFields } from './import-memory.js';

type Fields = Readonly<Record<string, unknown>>;

/** Tags a request that is no longer in the document. */
export const goneTag = 'gone';

/** What an update does with a request. `deleted` means that it was deleted here and stays deleted. */
export type UpdateOutcome = 'new' | 'changed' | 'unchanged' | 'gone' | 'deleted';

export interface UpdateStep {
  readonly outcome: UpdateOutcome;
  readonly name: string;
  /** Identifies it among the requests of the document, past ones included. */
  readonly path: string;
  /** Relative to the folder of the import. */
  readonly folder: string;
  /** The request in the document. Missing if it is gone. */
  readonly request?: ImportedRequest;
  readonly id?: string;
  /** The fields to store. */
  readonly patch: Fields;
  /** Fields that both the document and a person have changed. The person's values stay. */
  readonly kept: readonly string[];
}

/** A step before the other steps are known. */
type Step = Omit<UpdateStep, 'path'>;

/** The folder of a request relative to the import's folder, with a leading slash if it is elsewhere. */
const toRelativeFolder = (folder: string, root: string): string => {
  if (folder === root) return '';
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : `/${folder}`;
};

const getWrittenFingerprint = ({ fields }: RememberedRequest, field: string, fallback: unknown): string =>
  getOwnValue(fields, field) ?? createFingerprint(fallback);

/** Merges field by field. The last import is the base, and a person's change wins. */
const mergeFields = (
  present: Fields,
  next: Fields,
  base: (field: string) => string,
): Pick<UpdateStep, 'patch' | 'kept'> => {
  const patch: Record<string, unknown> = {};
  const kept: string[] = [];
  for (const [field, value] of Object.entries(next)) {
    const [written, wanted, here] = [
      base(field),
      createFingerprint(value),
      createFingerprint(getOwnValue(present, field)),
    ];
    if (wanted === written || wanted === here) continue;
    if (here === written) patch[field] = value;
    else kept.push(field);
  }
  return { patch, kept };
};

const planStep = (
  request: ImportedRequest,
  remembered: RememberedRequest | undefined,
  present: AnyRequest | undefined,
  root: string,
): Step => {
  const about = { name: request.name, folder: request.folder, request };
  if (remembered === undefined) return { ...about, outcome: 'new', patch: {}, kept: [] };
  if (present === undefined) return { ...about, outcome: 'deleted', id: remembered.id, patch: {}, kept: [] };
  const tags = present.tags.filter((tag) => tag !== goneTag);
  const here = { ...present, tags, folder: toRelativeFolder(present.folder, root) };
  const defaults: Fields = requestKinds[request.kind].defaults;
  const { patch, kept } = mergeFields(here, toWrittenFields(request), (field) =>
    getWrittenFingerprint(remembered, field, getOwnValue(defaults, field)),
  );
  const back = tags.length < present.tags.length && patch.tags === undefined ? { tags } : {};
  const all = { ...patch, ...back };
  const outcome = Object.keys(all).length === 0 ? 'unchanged' : 'changed';
  return { ...about, outcome, id: remembered.id, patch: all, kept };
};

/** Marks a request that the document no longer has. */
const createGoneStep = (present: AnyRequest, root: string): Step => ({
  outcome: 'gone',
  name: present.name,
  folder: toRelativeFolder(present.folder, root),
  id: present.id,
  patch: present.tags.includes(goneTag) ? {} : { tags: [...present.tags, goneTag] },
  kept: [],
});

/** What updating an earlier import does with each request, in document order. Those that are gone come last. */
export const planUpdate = async (
  document: ImportDocument,
  remembered: RememberedImport,
  present: ReadonlyMap<string, AnyRequest>,
  root: string,
): Promise<readonly UpdateStep[]> => {
  const { requests } = document;
  const known = new Map(remembered.requests.map((one) => [one.origin, one]));
  const there = new Set<string>();
  const steps = await mapInSlices(requests, (request) => {
    const origin = getRequestOrigin(request);
    there.add(origin);
    const before = known.get(origin);
    return planStep(request, before, before && present.get(before.id), root);
  });
  const gone = remembered.requests.flatMap(({ origin, id }) => {
    const one = there.has(origin) ? undefined : present.get(id);
    return one === undefined ? [] : [createGoneStep(one, root)];
  });
  const all = [...steps, ...gone];
  const paths = listRequestPaths(document, all);
  return all.map((step, at) => ({ ...step, path: paths[at] ?? '' }));
};
