import type { GraphqlRequest } from '@tandem/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import type { GraphqlHelp } from '../../kit/index.js';
import { describeProblem } from '../../link/problem-words.js';
import { useDrafts } from '../drafts/use-drafts.js';
import { useEnvironments } from '../variables/use-names.js';
import { loadPart } from '../../served/trust.js';

/** Loads the GraphQL checker when a GraphQL request is first shown. */
const loadDocuments = () => loadPart(() => import('./graphql-document.js'));

/** The last fetched schema of a request's server, the checker for it, and a function that fetches the schema. */
export const useSchema = ({ id, url }: Pick<GraphqlRequest, 'id' | 'url'>) => {
  const link = useLink();
  const drafts = useDrafts();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const stopping = useRef<AbortController>(undefined);
  const environment = useEnvironments().data?.environments.find(({ active }) => active)?.id;
  // With another URL or environment, the server may be another one with another schema.
  const key = [...queryKeys.graphqlSchema, id, url, environment];
  const { data: kept } = useQuery({
    queryKey: key,
    queryFn: () => link.call('graphql_schema', { id, url }),
    enabled: isOpen,
  });
  const { data: documents } = useQuery({
    queryKey: queryKeys.graphqlDocuments,
    queryFn: loadDocuments,
    staleTime: Infinity,
  });
  const fetching = useMutation({
    mutationFn: async () => {
      await drafts.flush(id);
      const { signal } = (stopping.current = new AbortController());
      queries.setQueryData(key, await link.call('graphql_fetch_schema', { id }, { signal }));
    },
  });
  const sdl = kept?.sdl ?? null;
  const read = useMemo(() => {
    if (documents === undefined || sdl === null) return {};
    try {
      return { schema: documents.parseSchema(sdl) };
    } catch (error) {
      return { broken: `The schema of the server is not valid: ${describeProblem(error)}` };
    }
  }, [documents, sdl]);
  const help = useMemo(
    (): GraphqlHelp | undefined =>
      documents && {
        schema: read.schema,
        problems: (document) => documents.findDocumentProblems(document, read.schema),
      },
    [documents, read],
  );
  const isStopped = stopping.current?.signal.aborted === true;
  return {
    documents,
    help,
    fetchedAt: kept?.fetchedAt ?? null,
    problem: fetching.error && !isStopped ? describeProblem(fetching.error) : (kept?.problem ?? read.broken),
    isFetching: fetching.isPending,
    fetch: () => fetching.mutate(),
    stop: () => stopping.current?.abort(),
  };
};

/** The schema of a request and the actions on it. */
export type Schema = ReturnType<typeof useSchema>;
