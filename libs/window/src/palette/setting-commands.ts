import { getKindView, getRequestKind, isRequestId } from '../requests/saved-request.js';
import { useFindTabActions } from '../shell/offered-actions.js';
import { useOpenSetting } from '../shell/open-setting.js';
import { useTabs } from '../shell/workspace-stores.js';
import type { PaletteCommand } from './commands.js';

/** A setting and its location. */
interface Setting {
  readonly title: string;
  /** Other words that find the setting. */
  readonly words: string;
  /** The key of the tab that contains it. */
  readonly tab: string;
  /** The part of the tab that contains it. */
  readonly part?: string;
  /** The beginning of its label or heading. */
  readonly label?: string;
}

/** The settings of the whole workspace, and of the window. */
const settings: readonly Setting[] = [
  ...(
    [
      ['Proxy', 'http socks connection bypass network vpn corporate', 'Proxy'],
      ['Certificate authorities', 'ca certificate tls ssl trust self-signed pem', 'Certificate authorities'],
      ['Client certificates', 'certificate mtls tls ssl key pfx p12 passphrase', 'Client certificates'],
      ['Session cookies', 'cookie jar clear expire', 'Clear session cookies'],
    ] as const
  ).map(([title, words, label]) => ({ title, words, label, tab: 'workspace', part: 'connections' })),
  ...(
    [
      ['Timeout of the workspace', 'ms milliseconds seconds slow deadline wait', 'Timeout'],
      ['Redirects of the workspace', 'follow max location 301 302', 'Max redirects'],
      ['HTTP version of the workspace', 'http2 http/2 protocol', 'HTTP version'],
    ] as const
  ).map(([title, words, label]) => ({ title, words, label, tab: 'workspace', part: 'settings' })),
  {
    title: 'Auth of the workspace',
    words: 'login token bearer basic oauth digest aws api key password',
    tab: 'workspace',
    part: 'auth',
  },
  {
    title: 'Headers of the workspace',
    words: 'default header user-agent',
    tab: 'workspace',
    part: 'headers',
  },
  {
    title: 'Variables of the workspace',
    words: 'value default global collection',
    tab: 'workspace',
    part: 'variables',
  },
  {
    title: 'Script of the workspace',
    words: 'onRequest onResponse onTest pre-request post-response order flow permission',
    tab: 'workspace',
    part: 'script',
  },
  {
    title: 'Guard of an environment',
    words: 'agents production protect approve rules hosts methods',
    tab: 'environments',
    label: 'Guard',
  },
  {
    title: 'Hosts of secrets',
    words: 'secret restrict host binding where may go',
    tab: 'environments',
    label: 'Where secrets may go',
  },
  {
    title: 'Compare environments',
    words: 'difference variables names',
    tab: 'environments',
    label: 'Compare',
  },
  {
    title: 'What waits for me',
    words: 'trust approve pending questions decisions answer review',
    tab: 'trust',
    label: 'Waits for you',
  },
  {
    title: 'Theme',
    words: 'dark light color appearance look mode preferences',
    tab: 'settings',
    label: 'Theme',
  },
  {
    title: 'Place of the response',
    words: 'layout split orientation beside below right pane',
    tab: 'settings',
    label: 'Response',
  },
  {
    title: 'Secret command',
    words: 'password manager 1password op vault keychain',
    tab: 'settings',
    label: 'Secret command',
  },
  { title: 'Keyboard shortcuts', words: 'keys hotkeys keybindings bindings help change', tab: 'shortcuts' },
  {
    title: 'Automatic saving of the folder',
    words: 'save disk synchronize reload watch files',
    tab: 'folder',
    label: 'Save',
  },
  {
    title: 'Scripts from outside',
    words: 'trust approve new scripts folder',
    tab: 'trust',
    label: 'What scripts may do',
  },
  {
    title: 'Undo of earlier changes',
    words: 'undo redo revert restore history who changed deleted trash',
    tab: 'activity',
  },
  { title: 'Executions', words: 'history compare diff earlier responses log past', tab: 'history' },
  {
    title: 'Repository of the folder',
    words: 'git commit branch push pull stage version control diff',
    tab: 'git',
  },
  { title: 'Connection of an agent', words: 'mcp claude cursor client config', tab: 'connect' },
];

/** The settings of the shown request, by the part of its tab. */
const requestSettings: readonly (readonly [title: string, words: string, part: string, label?: string])[] = [
  ['Timeout of the request', 'ms milliseconds seconds slow deadline wait', 'settings', 'Timeout'],
  ['Redirects of the request', 'follow max location 301 302', 'settings', 'Max redirects'],
  ['TLS verification of the request', 'certificate ssl verify insecure self-signed', 'settings', 'Verify'],
  ['HTTP version of the request', 'http2 http/2 protocol', 'settings', 'HTTP version'],
  ['Dependencies of the request', 'runs first needs before login', 'settings', 'Runs first'],
  ['Tags of the request', 'label group filter run smoke', 'settings', 'Tags'],
  ['Auth of the request', 'login token bearer basic oauth digest aws api key password authorization', 'auth'],
  [
    'Body of the request',
    'graphql json xml form multipart file upload binary format lay out beautify prettify payload',
    'body',
  ],
  ['Headers of the request', 'content-type accept header user-agent', 'headers'],
  ['Parameters of the request', 'query string path params url encode', 'params'],
  ['Variables of the request', 'value local', 'variables'],
  [
    'Script and tests of the request',
    'onRequest onResponse onTest pre-request post-response assertion javascript',
    'script',
  ],
  ['Run the script on the last response', 'test again without sending', 'script', 'Run on last response'],
  ['Examples of the request', 'example sample stored response mock', 'examples'],
  ['Notes of the request', 'description markdown docs documentation comment', 'notes'],
];

/** Commands that open a setting and focus its field. The words on the field also find them. */
export const useSettingCommands = (): readonly PaletteCommand[] => {
  const open = useOpenSetting();
  const findActions = useFindTabActions();
  const shown = useTabs((tabs) => tabs.shown);
  const ofRequest = shown !== undefined && isRequestId(shown) ? requestSettings : [];
  const view =
    shown !== undefined && isRequestId(shown) ? getKindView(getRequestKind({ id: shown })) : undefined;
  const fetchSchema: PaletteCommand = {
    title: 'Fetch the GraphQL schema',
    words: 'introspection refresh reload explore types docs',
    run: () => {
      if (shown === undefined) return;
      open(shown, { part: 'body' });
      findActions(shown).want('fetch schema');
    },
  };
  return [
    ...(view?.hasGraphql ? [fetchSchema] : []),
    ...ofRequest
      .filter(([, , part]) => view?.hasParams === true || part !== 'params')
      .map(([title, words, part, label]) => ({
        title,
        words,
        run: () => open(shown ?? '', { part, label }),
      })),
    ...settings.map(({ title, words, tab, part, label }) => ({
      title,
      words,
      run: () => open(tab, { part, label }),
    })),
  ];
};
