import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/counted.js';

/** What an import creates or updates, or would. */
export type ImportPlan = RpcMethods['imports_apply']['result'];

type Update = NonNullable<ImportPlan['update']>;

/** What an update does with a request. */
export type ImportChange = Update['changes'][number];

/** What a plan contains, as a sentence. */
export const describePlan = ({ counts, folder, update }: ImportPlan): string => {
  if (update !== undefined) return `It updates the folder “${folder}”: ${describeUpdate(update)}.`;
  const made = (
    [
      [counts.requests, 'request'],
      [counts.examples ?? 0, 'example'],
      [counts.folders, 'folder'],
      [counts.environments, 'environment'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => formatCount(count, noun))
    .join(', ');
  if (made === '') return 'It holds nothing to import.';
  return folder === '' ? `It brings ${made}.` : `It brings ${made} into the new folder “${folder}”.`;
};

interface Counts {
  readonly requests: number;
  readonly environments: number;
}

/** How much is selected, as a sentence. */
export const describeChoice = (all: Counts, taken: Counts, isUpdate: boolean): string => {
  const requests = `${taken.requests} of ${formatCount(all.requests, isUpdate ? 'change' : 'request')}`;
  return all.environments > 0
    ? `Chosen: ${requests}, ${taken.environments} of ${formatCount(all.environments, 'environment')}.`
    : `Chosen: ${requests}.`;
};

/** How many requests an update creates, changes and marks. */
export const describeUpdate = ({
  counts,
}: {
  readonly counts: Pick<Update['counts'], 'new' | 'changed' | 'unchanged' | 'gone'>;
}): string =>
  `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.gone} gone`;

/** What happens to a request, in a few words. */
export const describeChange = ({ outcome, fields, kept }: ImportChange): string => {
  const words = [
    ...(outcome === 'changed' && fields.length > 0 ? [`takes ${fields.join(', ')}`] : []),
    ...(outcome === 'gone' ? ['is no longer in the document and gets the tag “gone”'] : []),
    ...(outcome === 'deleted' ? ['was deleted here and is not imported again'] : []),
    ...(kept.length > 0 ? [`keeps your ${kept.join(', ')}`] : []),
  ];
  return words.join('; ');
};

/** What was done, as a sentence. */
export const describeAppliedPlan = ({ counts, folder, update, activated }: ImportPlan): string => {
  if (update !== undefined) return `Updated “${folder}”: ${describeUpdate(update)}.`;
  const active = activated === undefined ? '' : ` The environment ${activated} is active now.`;
  return `Imported ${formatCount(counts.requests, 'request')}.${active}`;
};
