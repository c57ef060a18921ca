import { deletedWorkspaceDays } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Button, Dialog, EmptyState } from '../kit/index.js';
import { useLink } from '../link/use-link.js';
import { formatMoment } from '../response/outcome.js';
import { describeProblem } from '../link/problem-words.js';

/** Lists the deleted workspaces, each with a way to restore it. */
export const DeletedWorkspaces = ({ onClose }: { readonly onClose: () => void }) => {
  const link = useLink();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const { data, error } = useQuery({
    queryKey: queryKeys.deletedWorkspaces,
    queryFn: () => link.call('workspaces_deleted', {}),
    gcTime: 0,
    staleTime: 0,
  });
  const restore = async (id: string): Promise<void> => {
    await link.call('workspaces_restore', { id });
    void queries.invalidateQueries();
    onClose();
  };
  const why = problem ?? (error ? describeProblem(error) : undefined);
  const now = new Date();
  return (
    <Dialog
      title="Deleted workspaces"
      description={`A workspace can be restored for ${deletedWorkspaceDays} days, with its requests, environments and history.`}
      onClose={onClose}
    >
      {why !== undefined && (
        <p className="bad" role="alert">
          {why}
        </p>
      )}
      {data?.workspaces.length === 0 && (
        <EmptyState icon={Trash2} title="No deleted workspaces">
          A workspace that you delete is listed here.
        </EmptyState>
      )}
      <ul className="deleted-workspaces" aria-label="Deleted workspaces">
        {data?.workspaces.map(({ id, name, path, deletedAt, endsAt }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <code className="quiet">{path}</code>
              <span className="quiet">
                Deleted {formatMoment(deletedAt, now)}, kept until {new Date(endsAt).toLocaleDateString()}
              </span>
            </span>
            <Button
              aria-label={`Restore ${name}`}
              onClick={() => {
                restore(id).catch((cause: unknown) => setProblem(describeProblem(cause)));
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
