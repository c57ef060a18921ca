import type { RestRequestId } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { useRuns } from '../use-runs.js';
import { Problem } from './problem.js';
import { RequestList } from './request-list.js';
import { RequestPanel } from './request-panel.js';

/** How often the page looks for what others changed, in milliseconds. */
const lookAgainMs = 2_000;

const Empty = () => (
  <div className="empty">
    <h1>No request yet</h1>
    <p>
      An agent can add one over MCP with <code>rest_create</code>; it shows here by itself.
    </p>
  </div>
);

/** The requests of the active workspace, and the one that is chosen. */
export const Workspace = () => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const [chosen, setChosen] = useState<RestRequestId>();
  const runner = useRuns();
  const { data, error, isPending } = useQuery({
    queryKey: ['rest_list'],
    queryFn: () => link.call('rest_list', { take: 500 }),
    refetchInterval: lookAgainMs,
    enabled,
  });
  const requests = data?.requests ?? [];
  const shown = requests.find(({ id }) => id === chosen) ?? requests[0];
  return (
    <main className="workspace">
      <RequestList
        requests={requests}
        chosen={shown?.id}
        loading={isPending}
        runs={runner.runs}
        onChoose={setChosen}
      />
      {shown && <RequestPanel key={shown.id} id={shown.id} runner={runner} lookAgainMs={lookAgainMs} />}
      {!shown && error && <Problem error={error} />}
      {!shown && !error && (isPending ? <div className="empty quiet">Loading …</div> : <Empty />)}
    </main>
  );
};
