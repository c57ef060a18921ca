import type { RpcMethods } from '@tandem/rpc/client';

import { counted } from './counted.js';

/** What an import makes or updates, or would. */
export type ImportPlan = RpcMethods['imports_apply']['result'];

type Update = NonNullable<ImportPlan['update']>;

/** What an update does with a request. */
export type ImportChange = Update['changes'][number];

/** What a plan brings, in a sentence. */
export const planWords = ({ counts, folder, update }: ImportPlan): string => {
  if (update !== undefined) return `It updates the folder “${folder}”: ${updateWords(update)}.`;
  const made = (
    [
      [counts.requests, 'request'],
      [counts.folders, 'folder'],
      [counts.environments, 'environment'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ');
  if (made === '') return 'It holds nothing to import.';
  return folder === '' ? `It brings ${made}.` : `It brings ${made} into the new folder “${folder}”.`;
};

/** What is taken of a plan, in a sentence. */
export const choiceWords = (
  { counts, environments, update }: ImportPlan,
  taken: { readonly requests: number; readonly environments: number },
): string => {
  const all = update === undefined ? counts.requests : update.changes.length;
  const requests = `${taken.requests} of ${counted(all, update === undefined ? 'request' : 'change')}`;
  return update === undefined && environments.length > 0
    ? `Chosen: ${requests}, ${taken.environments} of ${counted(environments.length, 'environment')}.`
    : `Chosen: ${requests}.`;
};

/** How many requests an update makes, changes and marks. */
export const updateWords = ({ counts }: Update): string =>
  `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.gone} gone`;

/** What happens to a request, in a few words. */
export const changeWords = ({ outcome, fields, kept }: ImportChange): string => {
  const words = [
    ...(outcome === 'changed' && fields.length > 0 ? [`takes ${fields.join(', ')}`] : []),
    ...(outcome === 'gone' ? ['is no longer in the document and gets the tag “gone”'] : []),
    ...(outcome === 'deleted' ? ['was deleted here and does not come again'] : []),
    ...(kept.length > 0 ? [`keeps your ${kept.join(', ')}`] : []),
  ];
  return words.join('; ');
};

/** What has been done, in a sentence. */
export const doneWords = ({ counts, folder, update, activated }: ImportPlan): string => {
  if (update !== undefined) return `Updated “${folder}”: ${updateWords(update)}.`;
  const active = activated === undefined ? '' : ` The environment ${activated} is active now.`;
  return `Imported ${counted(counts.requests, 'request')}.${active}`;
};
