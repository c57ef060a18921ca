import { defaultRequestKind } from '@tandem/core';
import { FileInput, FolderOpen, Link, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { useOverview } from '../history/use-history.js';
import { Kbd, Method } from '../kit/index.js';
import { useRequests } from '../requests/requests.js';
import { type Summary } from '../requests/saved-request.js';
import { formatMoment, outcomeMarks } from '../response/outcome.js';
import { useShortcut } from '../settings/preferences.js';
import { useShow } from '../shell/page.js';
import { useWorkspace } from '../shell/workspace-stores.js';
import '../style/start.css';

/** Maximum number of recently sent requests in the list. */
const maxRecent = 8;

type Latest = NonNullable<ReturnType<typeof useOverview>>['latest'][number];

interface Recent {
  readonly request: Summary;
  readonly execution: Latest;
}

/** Lists the requests that were sent last, latest first. Omits deleted ones. */
export const listRecent = (latest: readonly Latest[], requests: readonly Summary[]): readonly Recent[] => {
  const byId = new Map<string, Summary>(requests.map((request) => [request.id, request]));
  return [...latest]
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt))
    .flatMap((execution) => {
      const request = byId.get(execution.requestId);
      return request === undefined ? [] : [{ request, execution }];
    })
    .slice(0, maxRecent);
};

const List = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="start-list" aria-label={title}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
);

const RecentLine = ({
  recent: { request, execution },
  now,
}: {
  readonly recent: Recent;
  readonly now: Date;
}) => {
  const show = useShow();
  const { status, outcome, startedAt } = execution;
  const { tone, name } = outcomeMarks[outcome];
  return (
    <li>
      <button type="button" onClick={() => show(request.id)}>
        <Method method={request.method} />
        <span className="name">
          {request.folder !== '' && <span className="quiet">{request.folder.replaceAll('/', ' / ')} / </span>}
          {request.name}
        </span>
        <span className={`mark ${tone}`} role="img" aria-label={name} title={name} />
        <span className="start-result">{status ?? name}</span>
        <time className="quiet" dateTime={startedAt}>
          {formatMoment(startedAt, now)}
        </time>
      </button>
    </li>
  );
};

/** Lists the requests that were sent last. Renders nothing in a workspace in which nothing was sent. */
const RecentRequests = () => {
  const overview = useOverview();
  const { requests } = useRequests();
  const recent = listRecent(overview?.latest ?? [], requests);
  const now = new Date();
  if (recent.length === 0) return null;
  return (
    <List title="Recently sent">
      {recent.map((one) => (
        <RecentLine key={one.request.id} recent={one} now={now} />
      ))}
    </List>
  );
};

const KeyLine = ({
  title,
  keys,
  onPress,
}: {
  readonly title: string;
  readonly keys: string;
  readonly onPress: () => void;
}) => (
  <li>
    <button type="button" onClick={onPress}>
      <span className="name">{title}</span>
      <Kbd keys={keys} />
    </button>
  </li>
);

const Keys = () => {
  const { create, palette, list } = useWorkspace();
  const show = useShow();
  return (
    <List title="Keys">
      <KeyLine
        title="New request"
        keys={useShortcut('newRequest')}
        onPress={() => create(defaultRequestKind)}
      />
      <KeyLine
        title="Open a request by name"
        keys={useShortcut('openRequest')}
        onPress={() => palette.set('requests')}
      />
      <KeyLine title="Find a command" keys={useShortcut('palette')} onPress={() => palette.set('commands')} />
      <KeyLine title="Show or hide the list of requests" keys={useShortcut('list')} onPress={list.toggle} />
      <KeyLine title="All shortcuts" keys={useShortcut('shortcuts')} onPress={() => show('shortcuts')} />
    </List>
  );
};

const SourceLine = ({
  icon: Icon,
  title,
  note,
  onPress,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly note: string;
  readonly onPress: () => void;
}) => (
  <li>
    <button type="button" onClick={onPress}>
      <Icon className="k-icon" aria-hidden="true" />
      <span className="start-source">
        {title}
        <span className="quiet">{note}</span>
      </span>
    </button>
  </li>
);

const Sources = () => {
  const { edit, importPicker, importUrl } = useWorkspace();
  return (
    <List title="Bring your requests">
      <SourceLine
        icon={FileInput}
        title="Import a file …"
        note="Postman, OpenAPI, Insomnia, HAR; or drop it here"
        onPress={() => importPicker.current?.click()}
      />
      <SourceLine
        icon={Link}
        title="Import from a URL …"
        note="OpenAPI, or a Postman collection"
        onPress={() => importUrl.set('')}
      />
      <SourceLine
        icon={FolderOpen}
        title="Open a folder …"
        note="A folder of Tandem, or a Bruno collection"
        onPress={() => edit.set('open')}
      />
    </List>
  );
};

/** Shows the last sent requests and other ways to begin, below the cards of the start screen. */
export const StartLists = () => (
  <div className="start-lists">
    <RecentRequests />
    <Sources />
    <Keys />
  </div>
);
