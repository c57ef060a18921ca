import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Link } from '../link/link.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';

/** Whether the YAML files go to a new folder, or in place of the `.bru` files. */
export type Place = 'new' | 'own';

/** A place for the new folder beside the collection, where nothing is. */
const findFreePath = async (link: Link, path: string, number = 1): Promise<string> => {
  const wanted = `${path}-yaml${number === 1 ? '' : `-${number}`}`;
  const { kind } = await link.call('workspaces_look', { path: wanted });
  return kind === 'missing' ? wanted : findFreePath(link, path, number + 1);
};

/** What a conversion of a folder of `.bru` files would do, and does. */
export const useBrunoConversion = (path: string, onConverted: (path: string) => Promise<void>) => {
  const link = useLink();
  const [place, choose] = useState<Place>('new');
  const [typed, type] = useState<string>();
  const [isConverting, setConverting] = useState(false);
  const [failed, setFailed] = useState<string>();
  const once = { gcTime: 0, staleTime: Infinity, retry: false } as const;
  const free = useQuery({
    queryKey: ['bruno-place', path],
    queryFn: () => findFreePath(link, path),
    ...once,
  });
  const into = typed ?? free.data ?? '';
  const plan = useQuery({
    queryKey: ['bruno-plan', path, place, free.data],
    queryFn: ({ signal }) =>
      link.call(
        'workspaces_convert',
        { path, dryRun: true, ...(place === 'new' ? { into: free.data ?? '' } : {}) },
        { signal },
      ),
    enabled: place === 'own' || free.data !== undefined,
    ...once,
  });
  const forget = (): void => setFailed(undefined);
  const convert = async (): Promise<void> => {
    setConverting(true);
    forget();
    try {
      const done = await link.call('workspaces_convert', {
        path,
        ...(place === 'new' ? { into: into.trim() } : {}),
      });
      await onConverted(done.path);
    } catch (cause) {
      setFailed(describeProblem(cause));
    }
    setConverting(false);
  };
  const error = free.error ?? plan.error;
  return {
    ...{ place, into, convert, isConverting, failed },
    choose: (next: Place): void => {
      forget();
      choose(next);
    },
    type: (next: string): void => {
      forget();
      type(next);
    },
    plan: plan.data,
    problem: error === null ? undefined : describeProblem(error),
  };
};
