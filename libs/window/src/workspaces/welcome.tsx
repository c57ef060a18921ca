import { defaultRequestKind } from '@tandem/core';
import { Bot, Radio, Send } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';

import { Button } from '../kit/index.js';
import { useRequests } from '../requests/requests.js';
import { useShow } from '../shell/page.js';
import { useWorkspace } from '../shell/workspace-stores.js';
import { useStatus } from '../link/use-link.js';
import { lazyAfterFirstPaint } from '../served/lazy.js';

/** Below everything else, so that no element moves when they have loaded. */
const StartLists = lazyAfterFirstPaint(async () => ({
  default: (await import('./start-lists.js')).StartLists,
}));

const Card = ({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}) => (
  <section className="card" aria-label={title}>
    <h2>
      {icon} {title}
    </h2>
    <p>{children}</p>
    {action}
  </section>
);

/** Shown while no tab is open: explains what the window, agents and the echo server are for, with a button for each. */
export const Welcome = () => {
  const { actions, create, showAndSend } = useWorkspace();
  const first = useRequests().requests[0]?.id;
  const show = useShow();
  const echo = useStatus()?.echo;
  return (
    <div className="welcome">
      <h1>No request is open</h1>
      <p className="quiet">
        Choose one on the left, or press <kbd>Ctrl</kbd> <kbd>P</kbd> to find one and <kbd>Alt</kbd>{' '}
        <kbd>N</kbd> to create one.
      </p>
      <div className="cards">
        <Card
          icon={<Send className="k-icon" aria-hidden="true" />}
          title="Send requests"
          action={
            <Button
              variant="primary"
              onClick={() => (first ? showAndSend(first) : create(defaultRequestKind))}
            >
              {first ? 'Send a first request' : 'Create a request'}
            </Button>
          }
        >
          Write REST and GraphQL requests here, and see what a server answers. Everything you type is saved.
        </Card>
        <Card
          icon={<Bot className="k-icon" aria-hidden="true" />}
          title="Work with an agent"
          action={<Button onClick={() => show('connect')}>Connect your agent</Button>}
        >
          An agent works in the same workspace over MCP. You see each of its changes and can undo it.
        </Card>
        <Card
          icon={<Radio className="k-icon" aria-hidden="true" />}
          title="Try the echo server"
          action={
            <Button
              onClick={() => actions.create(defaultRequestKind, '', { url: '{{echo_base_url}}/hello' })}
            >
              Create a request to it
            </Button>
          }
        >
          It runs on this machine{echo === undefined ? '' : ` at ${echo}`} and answers with what it was sent.
        </Card>
      </div>
      <Suspense>
        <StartLists />
      </Suspense>
    </div>
  );
};
