import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { useLink } from '../link/use-link.js';
import { type ImportedDocuments, type Noise, toPlannedImports, mergeTrees } from './import-plans.js';

export type Way = 'update' | 'new';

type KeptKinds = readonly Noise[number]['kind'][];

/** The plan of an import; documents that were imported before update what came from them, unless a person says otherwise. */
export const useImportPlan = (given: ImportedDocuments) => {
  const link = useLink();
  const { documents, files = {} } = given;
  const [wanted, choose] = useState<Way>('update');
  const [kept, setKept] = useState<KeptKinds>([]);
  const planWith = (update: boolean, enabled: boolean) => ({
    queryKey: ['import-plan', documents.map(({ name, text }) => [name, text.length]), update, kept],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      link.call(
        'imports_applyMany',
        { documents, files, keep: kept, dryRun: true, ...(update ? { update } : {}) },
        { signal },
      ),
    // Boxes of noise stay where they are while the documents are read again.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  const asNew = useQuery(planWith(false, true));
  const isKnown = asNew.data?.imports.some(({ result }) => result?.earlier !== undefined) === true;
  const way: Way = isKnown ? wanted : 'new';
  const asUpdate = useQuery(planWith(true, way === 'update'));
  const { data, error, isPlaceholderData } = way === 'update' ? asUpdate : asNew;
  const planned = useMemo(() => data && toPlannedImports(given, data.imports), [given, data]);
  const nodes = useMemo(() => mergeTrees(planned ?? []), [planned]);
  return { planned, nodes, error, isKnown, way, choose, kept, setKept, isReading: isPlaceholderData };
};
