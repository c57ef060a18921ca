import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { useLink } from '../../link/use-link.js';
import { importTree } from '../../model/import-tree.js';
import type { ImportPlan } from '../../model/import-words.js';

/** A document that is imported. */
export interface ImportedDocument {
  readonly title: string;
  readonly name: string;
  readonly text: string;
}

export type Way = 'update' | 'new';

type Kept = readonly NonNullable<ImportPlan['noise']>[number]['kind'][];

/** The plan of an import; a document that was imported before updates what came from it, unless a person says otherwise. */
export const useImportPlan = ({ name, text }: ImportedDocument) => {
  const link = useLink();
  const [wanted, choose] = useState<Way>('update');
  const [kept, setKept] = useState<Kept>([]);
  const planWith = (update: boolean, enabled: boolean) => ({
    queryKey: ['import-plan', name, text.length, update, kept],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      link.call(
        'imports_apply',
        { text, name, keep: kept, dryRun: true, all: true, ...(update ? { update } : {}) },
        { signal },
      ),
    // Boxes of noise stay where they are while the document is read again.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  const asNew = useQuery(planWith(false, true));
  const earlier = asNew.data?.earlier;
  const way: Way = earlier === undefined ? 'new' : wanted;
  const asUpdate = useQuery(planWith(true, way === 'update'));
  const { data: plan, error, isPlaceholderData } = way === 'update' ? asUpdate : asNew;
  const nodes = useMemo(() => (plan === undefined ? [] : importTree(plan)), [plan]);
  return { plan, nodes, error, earlier, way, choose, kept, setKept, isReading: isPlaceholderData };
};
