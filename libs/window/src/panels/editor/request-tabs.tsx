import * as Tabs from '@radix-ui/react-tabs';
import { useEffect } from 'react';

import type { Unfinished } from '../../model/draft.js';
import type { SendBlocker } from '../../model/send-blocker.js';
import type { Part } from '../../model/parts.js';
import { pathRows } from '../../model/resolve-url.js';
import { type Field, isGraphql, type SavedRequest } from '../../model/saved-request.js';
import { urlQuery } from '../../model/url-query.js';
import { useHeld } from '../../state/contexts.js';
import { AuthEditor } from './auth-editor.js';
import { BodyEditor } from './body-editor.js';
import { CodeEditor, PairTable } from '../../kit/index.js';
import { GraphqlEditor } from './graphql-editor.js';
import { ParamsEditor } from './params-editor.js';
import { SettingsEditor } from './settings-editor.js';

interface Props {
  readonly request: SavedRequest;
  readonly unfinished: Unfinished;
  readonly onEdit: (field: Field, value: unknown) => void;
  readonly onType: (part: Part, text: string) => void;
  /** What the person is led to. */
  readonly blocker: SendBlocker | undefined;
  readonly onBlockerShown: () => void;
}

const Params = ({ request, onEdit }: Props) =>
  isGraphql(request) ? null : <ParamsEditor request={request} onEdit={onEdit} />;

const Content = ({ request, unfinished, onEdit, onType, blocker, onBlockerShown }: Props) =>
  isGraphql(request) ? (
    <GraphqlEditor
      request={request}
      unfinished={unfinished}
      onEdit={onEdit}
      onType={onType}
      cursor={blocker?.where === 'variables' ? blocker.at : undefined}
      onBlockerShown={onBlockerShown}
    />
  ) : (
    <BodyEditor id={request.id} body={request.body} onChange={(body) => onEdit('body', body)} />
  );

const Notes = ({ request, onEdit }: Props) => (
  <textarea
    className="notes"
    aria-label="Notes"
    placeholder="What this request is for (Markdown)"
    value={request.description}
    onChange={({ target }) => {
      onEdit('description', target.value);
    }}
  />
);

const startingScript = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
}
`;

const Script = ({ request, onEdit }: Props) => (
  <div className="stack fill">
    {request.script === '' && (
      <p className="quiet">
        onRequest can change or mock the request, onResponse reads the response, onTest checks it.{' '}
        <button
          type="button"
          className="link"
          onClick={() => {
            onEdit('script', startingScript);
          }}
        >
          Start with a test
        </button>
      </p>
    )}
    <CodeEditor
      label="Script"
      language="javascript"
      isScript
      value={request.script}
      onChange={(script) => {
        onEdit('script', script);
      }}
    />
  </div>
);

const Headers = ({ request, onEdit }: Props) => (
  <PairTable label="Header" rows={request.headers} onChange={(rows) => onEdit('headers', rows)} />
);

const Auth = ({ request, onEdit }: Props) => (
  <AuthEditor id={request.id} auth={request.auth} onChange={(auth) => onEdit('auth', auth)} />
);

const Settings = ({ request, unfinished, onEdit, onType, blocker, onBlockerShown }: Props) => (
  <SettingsEditor
    settings={request.settings}
    unfinished={unfinished}
    onChange={(settings) => onEdit('settings', settings)}
    onType={onType}
    wanted={blocker?.where}
    onBlockerShown={onBlockerShown}
  />
);

const on = (rows: readonly { readonly enabled: boolean }[]): string => {
  const count = rows.filter(({ enabled }) => enabled).length;
  return count > 0 ? String(count) : '';
};

const dot = (isThere: boolean): string => (isThere ? '•' : '');

const tabsOf = (request: SavedRequest) => [
  ...(isGraphql(request)
    ? [{ key: 'body', title: 'Query', note: '', Panel: Content }]
    : [
        {
          key: 'params',
          title: 'Params',
          note: on([
            ...urlQuery(request.url),
            ...request.queryParams,
            ...pathRows(request.url, request.pathParams),
          ]),
          Panel: Params,
        },
        { key: 'headers', title: 'Headers', note: on(request.headers), Panel: Headers },
        { key: 'body', title: 'Body', note: dot(request.body.type !== 'none'), Panel: Content },
      ]),
  ...(isGraphql(request)
    ? [{ key: 'headers', title: 'Headers', note: on(request.headers), Panel: Headers }]
    : []),
  { key: 'auth', title: 'Auth', note: dot(request.auth.type !== 'none'), Panel: Auth },
  { key: 'script', title: 'Script', note: dot(request.script !== ''), Panel: Script },
  {
    key: 'settings',
    title: 'Settings',
    note: dot(Object.keys(request.settings).length > 0),
    Panel: Settings,
  },
  { key: 'notes', title: 'Notes', note: dot(request.description !== ''), Panel: Notes },
];

/** Where a person looks first: at the body of what writes, else at the parameters. */
const firstOf = (request: SavedRequest): string =>
  isGraphql(request) || request.body.type !== 'none' ? 'body' : 'params';

/** The tab that has a part; the others of a request are in none. */
const tabWith: Readonly<Partial<Record<SendBlocker['where'], string>>> = {
  variables: 'body',
  timeoutMs: 'settings',
  maxRedirects: 'settings',
};

/** All that a request is made of, one part at a time. */
export const RequestTabs = (props: Props) => {
  const { request, blocker } = props;
  const tabs = tabsOf(request);
  const [chosen, setChosen] = useHeld(`${request.id} tab`, () => firstOf(request));
  useEffect(() => {
    const tab = blocker && tabWith[blocker.where];
    if (tab !== undefined) setChosen(tab);
  }, [blocker]);
  return (
    <Tabs.Root className="tabs" value={chosen} onValueChange={setChosen}>
      <Tabs.List className="tab-list" aria-label="Request">
        {tabs.map(({ key, title, note }) => (
          <Tabs.Trigger key={key} value={key}>
            {title} {note !== '' && <span className="count">{note}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ key, Panel }) => (
        <Tabs.Content key={key} value={key}>
          <Panel {...props} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
};
