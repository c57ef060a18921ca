import { fromDesign, fromGuide, type Requirement } from './requirement.js';

const createRule = (says: string): Requirement => fromGuide('window', says);

/** The window. */
export const window = {
  'body:json': createRule(
    'A JSON body is marked where it is invalid while it is typed, and can be formatted.',
  ),
  'graphql:schema': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'The schema of a GraphQL server is fetched on request, kept until Tandem stops, and used to complete and check.',
  ),
  'graphql:introspect': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'An agent gets the schema of a request or a URL as SDL, cut by type, field or size.',
  ),
  'graphql:checked': fromGuide(
    'mcp',
    'A saved GraphQL document has diagnostics for what the stored schema of its URL lacks, with line and column.',
  ),
  'graphql:explorer': createRule(
    'The types of a schema are searched and walked through by their fields, and a field is inserted into the query.',
  ),
  'graphql:fragments': fromDesign(
    'window#requests',
    'The explorer goes through unions and interfaces by fragments, and inserts nothing that a fragment already selects.',
  ),
  'preview:origins': createRule(
    'A preview says which folder, environment or request each header, the auth and each variable comes from.',
  ),
  'graphql:operations': createRule('The operation to run is chosen from those of the document.'),
  'variables:anywhere': createRule(
    'Variables are completed, marked and explained, by pointer and keyboard, wherever a request has text.',
  ),
  'curl:as-sent': createRule('A copied command sends the method, target, headers and body that Send sends.'),
  'curl:refused': createRule('A request that Send refuses, or that curl cannot send, is not copied.'),
  'curl:quoted': createRule(
    'A copied command contains no raw control character and no value that curl reads as an option.',
  ),
  'curl:secrets': createRule('A copied command contains secret values only when the person asks for them.'),
  'code:as-sent': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'Copied code sends the method, target, headers and body that Send sends.',
  ),
  'code:refused': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A request that Send refuses, or that code cannot send, is not copied as code.',
  ),
  'code:secrets': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'Copied code contains secret values only when the person asks for them.',
  ),
  'code:window': createRule('A request is shown as code of a remembered language, and copied.'),
  'window:export': createRule(
    'Requests, folders and the workspace are shown in a remembered format, with what is left out, and saved as a file.',
  ),
  'data:rows': createRule(
    'Rows are read from CSV, a JSON array or JSON lines; a row that cannot be read names its line.',
  ),
  'data:run': createRule(
    'A run executes its requests once for each row, with the fields of the row as variables.',
  ),
  'runs:dialog': createRule(
    'A folder, some requests or all of them run from one dialog, which saves what is edited and says what keeps a run from starting.',
  ),
  'runs:live': createRule('A run is shown while it goes on, and a person can stop it.'),
  'runs:exchange': createRule('Each request of a run opens its exchange, as long as the history has it.'),
  'runs:failures': createRule(
    'A failed request of a run lists its failed tests over the whole width, and opens on its tests.',
  ),
  'start:recent': createRule('While nothing is open, the requests that were sent last are one click away.'),
  'notices:near': createRule('A message about something that was pressed is shown beside it.'),
  'runs:failed': createRule('The requests of a run are filtered by what failed, which can run again.'),
  'runs:matrix': createRule('A run in several environments is a grid of requests and environments.'),
  'runs:compare': createRule(
    'A run is compared with an earlier one: what fails now, what is fixed, what else differs.',
  ),
  'runs:menu': createRule('Runs and their requests have menus, and all of a run can run again.'),
  'runs:export': createRule('A stored run is saved in the format of any reporter.'),
  'drop:recognised': createRule(
    'What is dropped on the window is recognised by its content, and what can be done with it is said.',
  ),
  'looks:gallery': createRule(
    'What opens over the page looks as in its picture, in light and dark, within a stated tolerance.',
  ),
  'looks:components': createRule(
    'The components look as in their pictures, in light and dark, within a stated tolerance.',
  ),
  'looks:screens': createRule('Eight screens look as in their pictures, in light and dark.'),
  'looks:first-load': createRule(
    'The page loads at most 260 KiB of scripts and styles (gzip) before it is used.',
  ),
  'preview:request': createRule(
    'A preview shows the request that Send would send, with secrets hidden, and sends and stores nothing.',
  ),
  'preview:offline': createRule('The preview of an HTML response runs no script and makes no connection.'),
  'preview:width': createRule('The preview of an HTML response can be as wide as a phone or a tablet.'),
  'times:steps': createRule('The times of a run name only steps that did something.'),
  'window:history': createRule(
    'The history finds every stored execution by text, status, person, request and time, opens it, sends it again and saves it.',
  ),
  'window:compare': createRule(
    'A response is compared with the previous and the last green one of its request, with one from a list, or with another one selected in the history: status, headers and body as one text.',
  ),
  'window:redirects': createRule('A response shows the redirects that led to it.'),
  'window:marks': createRule(
    'The marks of requests come from the stored executions, so a reload keeps them.',
  ),
  'viewer:formats': createRule(
    'JSON, XML, HTML, CSS and JavaScript bodies are laid out, and can be shown as they came.',
  ),
  'viewer:tools': createRule(
    'A body can be folded, searched, copied, saved, and shown as hexadecimal bytes.',
  ),
  'viewer:table': createRule(
    'An array of objects is shown as a table, which is sorted, filtered, and copied or saved as CSV in which no text is a formula.',
  ),
  'viewer:find': createRule(
    'A search in a response counts the matches, and goes to the next and the previous one from anywhere in the pane.',
  ),
  'viewer:wrap': createRule('The rows of a wrapped line are indented like its first row.'),
  'viewer:script-line': createRule('A failed test leads to its line in the script.'),
  'viewer:filter': createRule('A JSON body is filtered by a JSONPath of RFC 9535.'),
  'viewer:long': createRule('A long body is read from the store and shown to its end.'),
  'viewer:media': createRule('PDF, audio and video bodies are shown under the content policy of the page.'),
  'curl:paste': createRule(
    'A pasted curl command fills a request in, which can be undone; one that cannot be read changes nothing.',
  ),
  'curl:names': createRule('A request can be copied as curl with the names of its variables.'),
  'headers:help': createRule('Names and values of headers are completed, and headers can be edited as text.'),
  'window:many-changes': createRule(
    'Many changes at once, such as those of an import, are read together, and the tree shows them within seconds.',
  ),
  'workspace:open': createRule(
    'Opening a folder says what it found there, and creates nothing on the disk unless asked.',
  ),
  'workspace:edit': createRule(
    'A workspace is renamed, removed from the list and deleted, which can be undone; its folder stays as it is.',
  ),
  'workspace:switch': createRule(
    'Another workspace is opened by its menu and the palette; running requests, edits, previews and closed tabs are there on return.',
  ),
  'workspace:notices': createRule(
    'A notice about another workspace names that workspace, and shows what changed only once the workspace is open.',
  ),
  'palette:finds': createRule(
    'The palette finds commands, requests, environments and folders, the best fit first.',
  ),
  'workspace:deleted': createRule(
    'Deleted workspaces are listed and can be restored until they are deleted for good.',
  ),
  'palette:all': createRule(
    'The palette has every command: of the shown request, tabs, workspaces, environments and looks, with the keys that do the same.',
  ),
  'palette:order': createRule('The palette offers a request before a folder that fits equally well.'),
  'tabs:more': createRule(
    'Tabs that do not fit are in a menu beside the others; no tab is shown in part, and a chosen one gets the focus.',
  ),
  'tabs:preview': createRule(
    'A click in the tree shows a request in one reused, italic tab; a double click, an edit or Send keeps it.',
  ),
  'tabs:reopen': createRule('A closed tab opens again where it was, by a key, a menu and the palette.'),
  'tabs:deleted': createRule(
    'The tab of a deleted request or folder closes unless it has unsaved edits, and opens again with an undo.',
  ),
  'tree:edit': createRule(
    'Several requests and folders are moved, copied, deleted or tagged together: all or none, and undone as one change.',
  ),
  'tree:select': createRule(
    'Ctrl, Shift and the keyboard select several lines of the tree, whose actions are in menus, keys and the palette.',
  ),
  'tree:undo-keys': createRule(
    'Ctrl+Z in the tree undoes the last change of the person, and Ctrl+Shift+Z redoes it.',
  ),
  'keys:custom': createRule('The keys that work everywhere can be changed, and menus and hints follow.'),
  'keys:panes': createRule(
    'F6 and Shift+F6 move between the tree, the URL, the editor and the response, and Ctrl+L goes to the URL.',
  ),
  'focus:next': createRule('The focus is where one types next: never lost when a tab or a message closes.'),
  'problems:warnings': createRule(
    'The warnings of an execution are one button beside the status, which lists them with what can be done about each.',
  ),
  'problems:actions': createRule(
    'An error of an execution comes with buttons that lead to its correction, chosen by the code of the error.',
  ),
  'trust:page': createRule(
    'One page has what waits for the person, what agents and scripts may do, and where secrets may go; the tree, the palette, a key and the status bar open it.',
  ),
  'palette:settings': createRule('The palette finds every setting by the words of its field, and opens it.'),
  'send:save': createRule(
    'Send and save the response saves the body to a file under the name that the response gives.',
  ),
  'stream:pieces': createRule(
    'An event stream is passed on as it arrives, and kept as far as it came when it is stopped.',
  ),
  'stream:events': createRule('The events of a stream are shown as they arrive, and a person can stop it.'),
  'settings:theme': createRule(
    'The theme and the place of the response are settings, kept from start to start.',
  ),
  'window:activity': createRule(
    'The activity is there after a reload: who changed which field, with undo, and filtered by agent.',
  ),
  'status:copy': createRule('A click on an address in the status bar copies it, and says so.'),
  'tooltip:escape': createRule('An open tooltip takes no key from what is below it.'),
  'tree:folders': createRule(
    'Folders are created, renamed in place and filled from the tree, and are shown while they are empty.',
  ),
  'tree:undo': createRule('A deletion says how much it took along, and is undone by one click.'),
  'rows:undo': createRule(
    'A row that is removed from a table of a request, folder or environment is put back at its place by Undo.',
  ),
  'steps:few': createRule(
    'What people do most takes one to three steps, where a click, a key, a drag and a typed text count as one.',
  ),
  'presence:selection': createRule(
    'Agents read what the person looks at: the workspace, request, tab and execution of the window that was used last.',
  ),
  'presence:agents': createRule(
    'The window shows where each agent is: the request that it read or changed last, and what it runs.',
  ),
  'presence:take-over': createRule(
    "After Take over, an agent's changes of a request wait for Allow while the person edits it.",
  ),
  'agents:stop': createRule('The top row shows what agents run, and stops it.'),
  'menus:everywhere': createRule(
    'A right click on a request, folder, tab, environment, cookie, execution, change or header opens its menu.',
  ),
  'tree:drag': createRule('Requests and folders are moved by dragging, by keys and by a list of folders.'),
  'tree:keys': createRule('Every line of the tree is reached and its menu opened by keys.'),
  'cookies:window': createRule(
    'The cookies of the active environment are listed, searched, changed and deleted; a deletion is undone.',
  ),
  'auth:oauth2:window': createRule(
    'OAuth 2.0 is set up under Auth, where a token is fetched, shown as valid and forgotten.',
  ),
  'auth:window:plain': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A secret of an auth, certificate or proxy that is typed in plain text is pointed out, and becomes a secret of the environment by one click.',
  ),
  'auth:window:words': createRule('What an auth lacks is called as its field is.'),
  'auth:oauth2:steps': createRule(
    'Client credentials for a folder take eleven steps, and a request that inherits them is sent after two more.',
  ),
  'proxy:window': createRule(
    'The form of a proxy says what is wrong with its host and port once a field is left.',
  ),
  'url:name': fromDesign(
    'window#requests',
    'A new request that nobody has named is named after the URL that is typed into it.',
  ),
  'url:enter': createRule('Enter in the URL sends the request; a URL without a scheme gets http:// first.'),
  'url:variables': createRule(
    'Variables of a URL are completed, marked when they have no value, and explained; secrets stay hidden.',
  ),
  'url:query': createRule(
    'The query in the URL and the table of parameters are the same; order and disabled rows are kept.',
  ),
  'url:method': createRule('A request can have any method that HTTP allows.'),
  'environment:color': createRule('An environment has a color, which its file keeps.'),
  'environment:extends:window': createRule(
    'An environment shows its description, its base and the values that it has from it, which are completed too.',
  ),
  'environment:copy': createRule('A copy of an environment has its secrets with their values.'),
  'environment:edit': createRule('The rows of an environment are stored as the table has them.'),
  'environment:none': createRule('A person can use no environment, from the top row and the palette.'),
  'environment:restore': createRule('A deleted environment is restored with its id and its secrets.'),
  'environment:uses': createRule('Each variable says which requests and folders use it.'),
  'window:connect': fromDesign(
    'mcp#connecting-clients',
    'The page adds Tandem to the MCP clients of the machine after showing the change, undoes that, and shows which agents were there.',
  ),
} as const;
