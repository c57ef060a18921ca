import { decided, guided, seed } from './requirement.js';

/** What is stored. */
export const domain = {
  'domain:id': decided(54, 'An id is a typed prefix and sixteen of [0-9a-z], and never changes.'),
  'domain:pair:order': decided(
    54,
    'Pairs keep their order, may repeat a name and are enabled unless said otherwise.',
  ),
  'domain:revision': decided(51, 'A revision starts at 1 and grows by one with each change.'),
  'domain:revision:conflict': decided(
    51,
    'A change with ifRevision that is not the present one changes nothing and shows the present entity.',
  ),
  'domain:workspace:default-environment': decided(
    54,
    'A new workspace has one environment, Default, active.',
  ),
  'workspace:reference': seed('A workspace is named by its id, name, full path or folder name.'),
  'workspace:reference:order': guided(
    'mcp',
    'The id is tried first, then the path, the name and the folder name.',
  ),
  'workspace:active': seed('Without a reference the active workspace is meant.'),
  'workspace:ambiguous': guided('mcp', 'A reference that fits several is refused with their ids.'),
  'domain:method:token': decided(54, 'A method is any token of RFC 9110.'),
  'domain:method:refused': guided('executions', 'A method that is no token is refused when it is saved.'),
  'domain:folder:unknown': guided('mcp', 'A list of a folder that is not there is refused with near names.'),
} as const;

/** How tokens are filled in. */
export const interpolation = {
  'interpolate:order': seed(
    'A token takes its value from the variables of the call, then from the active environment.',
  ),
  'interpolate:order:secrets': decided(
    54,
    "After the environment's variables come its secrets, then the built-ins.",
  ),
  'interpolate:shadowed': guided(
    'executions',
    'A variable that is used in place of a secret of the same name is told in the result.',
  ),
  'interpolate:places': seed('Tokens are filled in within URL, headers, body and enabled parameters.'),
  'interpolate:places:all': decided(
    54,
    'Names as well as values, form and multipart fields, content types and auth are filled in.',
  ),
  'interpolate:blanks': decided(54, 'Blanks inside the braces do not count.'),
  'interpolate:builtins': decided(
    54,
    '$uuid, $timestamp, $isoTimestamp, $randomInt and echo_base_url have values without being set.',
  ),
  'interpolate:nesting': decided(54, 'A value may hold tokens, ten deep.'),
  'interpolate:cycle': decided(
    54,
    'A value that leads back to itself ends the execution with VARIABLE_CYCLE.',
  ),
  'interpolate:bounded': decided(54, 'Values that multiply without end are stopped.'),
  'interpolate:json': decided(54, 'Variables of the call that are no strings are rendered as JSON.'),
  'interpolate:unresolved:url': decided(
    54,
    'A token without a value in the URL ends the execution with UNRESOLVED_VARIABLE.',
  ),
  'interpolate:unresolved:elsewhere': decided(
    54,
    'Elsewhere it is sent as written and listed in diagnostics.',
  ),
  'interpolate:escape': decided(54, '\\{{ stands for a literal {{.'),
} as const;

/** What a request is made of. */
export const request = {
  'path:segment': decided(
    54,
    'A path parameter is :name right after a slash; ports and colons elsewhere are none.',
  ),
  'path:values': seed('A path parameter is a plain value or { value, enabled }.'),
  'path:encoding': decided(54, 'A value is percent-encoded as one segment.'),
  'path:override': decided(54, 'Path parameters of the call override saved ones by name.'),
  'path:missing': seed('A path parameter that was not provided is an error of the execution.'),
  'path:missing:empty': decided(54, 'A disabled or empty value counts as missing, and nothing is sent.'),
  'query:extra': seed('Query parameters of the call are added to the request; a number is accepted.'),
  'query:order': decided(
    120,
    "The URL's own query, saved pairs, the call's, in this order; a list repeats the name.",
  ),
  'query:call:replaces': decided(
    120,
    "A call's parameter replaces those of its name, saved or in the URL, where the first stands; null removes them.",
  ),
  'query:encoding': decided(
    120,
    'What is added is encoded as a form with %20 for a space; what is not replaced stays byte for byte.',
  ),
  'headers:content-type': decided(54, 'content-type follows from the body unless the request sets it.'),
  'headers:user-agent': decided(54, 'user-agent is name and version unless the request sets it.'),
  'headers:invalid': decided(54, 'A name or value that cannot be sent is HEADER_INVALID.'),
  'body:kinds': decided(54, 'Six kinds of body: none, json, text, form-urlencoded, multipart, binary.'),
  'body:json:escaped': decided(
    121,
    'A value within a string literal of a JSON body is escaped; elsewhere it is inserted as it is.',
  ),
  'body:json:invalid': decided(54, 'A JSON body that does not parse is BODY_INVALID.'),
  'body:json:invalid:place': decided(
    121,
    'BODY_INVALID says the place in the request and the nearest variable, and shows nothing of the body.',
  ),
  'body:files': decided(54, "Files come from the workspace's folder and from nowhere else."),
  'body:files:missing': decided(54, 'A file that is not there is FILE_NOT_FOUND.'),
  'auth:kinds': decided(54, 'basic, bearer and api-key in a header or the query.'),
  'auth:explicit': decided(54, 'An Authorization header of the request wins over auth.'),
  'url:missing': seed('A request without a URL fails.'),
  'url:invalid': seed('A script that makes the URL or the method invalid fails the execution.'),
  'url:scheme': decided(54, 'A scheme other than http and https is URL_INVALID.'),
} as const;
