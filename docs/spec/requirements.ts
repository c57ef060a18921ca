/**
 * What a requirement rests on: the seed, which is the two interface documents; or, where they leave it open, a decision,
 * or a guide that says it as plainly as there is need for.
 */
export type Source = 'seed' | { readonly decision: number } | { readonly guide: string };

export interface Requirement {
  readonly says: string;
  readonly source: Source;
}

const seed = (says: string): Requirement => ({ says, source: 'seed' });
const decided = (decision: number, says: string): Requirement => ({ says, source: { decision } });

const guided = (guide: string, says: string): Requirement => ({ says, source: { guide } });

const domain = {
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
  'domain:method:token': decided(54, 'A method is any token of RFC 9110.'),
} as const;

const interpolation = {
  'interpolate:order': seed(
    'A token takes its value from the variables of the call, then from the active environment.',
  ),
  'interpolate:order:secrets': decided(
    54,
    "After the environment's variables come its secrets, then the built-ins.",
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

const request = {
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
    54,
    "The URL's own query, saved pairs, the call's, in this order; null is left out, a list repeats the name.",
  ),
  'query:encoding': decided(
    54,
    'What is added is encoded as a form; what the URL holds stays byte for byte.',
  ),
  'headers:content-type': decided(54, 'content-type follows from the body unless the request sets it.'),
  'headers:user-agent': decided(54, 'user-agent is name and version unless the request sets it.'),
  'headers:invalid': decided(54, 'A name or value that cannot be sent is HEADER_INVALID.'),
  'body:kinds': decided(54, 'Six kinds of body: none, json, text, form-urlencoded, multipart, binary.'),
  'body:json:invalid': decided(54, 'A JSON body that does not parse is BODY_INVALID.'),
  'body:files': decided(54, "Files come from the workspace's folder and from nowhere else."),
  'body:files:missing': decided(54, 'A file that is not there is FILE_NOT_FOUND.'),
  'auth:kinds': decided(54, 'basic, bearer and api-key in a header or the query.'),
  'auth:explicit': decided(54, 'An Authorization header of the request wins over auth.'),
  'url:missing': seed('A request without a URL fails.'),
  'url:invalid': seed('A script that makes the URL or the method invalid fails the execution.'),
  'url:scheme': decided(54, 'A scheme other than http and https is URL_INVALID.'),
} as const;

const sending = {
  'send:unavailable': seed('A remote server that is unavailable is an error of the execution.'),
  'send:unavailable:cause': decided(55, 'It is NETWORK_ERROR, with the cause in details.'),
  'send:tls': decided(55, 'A certificate that cannot be trusted is TLS_ERROR.'),
  'send:timeout': seed(
    'A request that timed out is an error of the execution; timeoutMs is in milliseconds.',
  ),
  'send:timeout:one-deadline': decided(
    55,
    'timeoutMs bounds connecting, headers and body together; 30,000 unless set, from 1 to 600,000.',
  ),
  'send:cancel': decided(55, 'Cancelling at any moment is CANCELLED and frees the socket.'),
  'send:redirects': decided(55, 'Redirects are followed as browsers do, ten at the most unless set.'),
  'send:redirects:cross-origin': decided(55, 'Authorization and Cookie do not cross origins.'),
  'send:redirects:too-many': decided(55, 'One more is TOO_MANY_REDIRECTS.'),
  'send:decoding': decided(55, 'gzip, deflate and br are decoded.'),
  'send:too-large': decided(55, 'A body over 50 MiB is RESPONSE_TOO_LARGE, with status and headers kept.'),
  'send:keep-alive': decided(55, 'Connections are used again.'),
  'send:endurance': decided(55, 'A thousand executions leave no memory, socket or file handle behind.'),
} as const;

const result = {
  'result:shape': seed('The result has every key that the interface document shows.'),
  'result:execution-id': decided(55, 'It has executionId, diagnostics and logs as well.'),
  'result:request:as-sent': decided(
    55,
    'request.url and request.method are those that were sent, after onRequest.',
  ),
  'result:response:null': decided(55, 'response is null when there was none.'),
  'result:time': decided(55, 'response.time is milliseconds to the last byte, 0 for a mock.'),
  'result:headers': decided(
    55,
    'Names are in lower case; repeated fields are joined by a comma, set-cookie by line breaks.',
  ),
  'result:cookies': decided(55, 'Cookies are listed with their attributes.'),
  'result:body:text': seed('A text body is reported as text.'),
  'result:body:binary': seed('A binary body is reported with metadata only.'),
  'result:body:kind': decided(
    55,
    'text, binary or empty, by content type; without one, text if the bytes are UTF-8.',
  ),
  'result:body:charset': decided(55, 'Text is decoded by the charset named.'),
  'result:truncated': seed('A large text body is truncated and bodyTruncated is set.'),
  'result:truncated:at': decided(
    55,
    '32,768 bytes unless maxBodyBytes says otherwise, cut at a code point; size stays whole.',
  ),
  'result:error': decided(
    55,
    'error is null or { code, message, details? }, and the message says what to do.',
  ),
} as const;

const lifecycle = {
  'order:steps': seed('Load, interpolate, onRequest, send, onResponse, persist, onTest, in this order.'),
  'order:persist-before-test': seed('Changes of the environment are persisted before onTest runs.'),
  'order:interpolate-before-script': seed('Interpolation comes before onRequest.'),
  'script:mock': seed(
    'A ServiceResponse from onRequest is used in place of the network, and mocked is true.',
  ),
  'script:same-response': seed('onTest receives the same response context as onResponse.'),
  'script:one-off': seed('script is used for this execution only.'),
  'script:persist': seed('With persistScript it is saved before the execution.'),
  'script:persist:needs-script': decided(52, 'persistScript without script is an invalid argument.'),
  'script:tests:missing': seed('Without onTest there are no tests in the result.'),
  'script:fails:on-request': decided(
    52,
    'onRequest that fails: nothing is sent, error is set, later handlers do not run.',
  ),
  'script:fails:on-response': decided(
    52,
    'onResponse that fails: nothing is persisted, onTest still runs, error stays null.',
  ),
  'script:fails:on-test': decided(52, 'onTest that fails: its summary fails and results so far stay.'),
  'script:body-too-long': decided(52, 'A body over 10 MiB reaches a script as null, with a diagnostic.'),
  'lifecycle:shape': seed('Each lifecycle summary has success, error and result.'),
  'lifecycle:not-reached': decided(
    52,
    'A handler that was not reached or does not exist: success, no error, no result.',
  ),
  'lifecycle:tests:success': decided(52, 'The tests succeed when the handler ended and none failed.'),
  'environment:persist': seed('Variables and secrets that a response script changes are persisted.'),
  'environment:persist:when': decided(
    52,
    'Changes of onRequest and onResponse are written once onResponse succeeded; those of onTest never.',
  ),
  'environment:append': decided(52, 'A new variable is appended, enabled.'),
  'environment:concurrent': decided(52, 'Executions at once write only the names that they changed.'),
  'environment:none': decided(
    52,
    'Without an active environment changes last for the execution, and a diagnostic says so.',
  ),
} as const;

const graphql = {
  'graphql:crud': seed('A GraphQL request can be listed, read, created, updated and deleted.'),
  'graphql:post': decided(53, 'It is sent as POST with query, variables and operationName as JSON.'),
  'graphql:variables': decided(
    53,
    'String values of its variables are filled in; the call overrides variables by name.',
  ),
  'graphql:errors': decided(53, 'GraphQL errors are no execution error.'),
  'graphql:same-steps': decided(53, 'It goes through the steps of a REST request.'),
} as const;

const echo = {
  'echo:shape': seed(
    'The echo has url, path, method, headers, args, cookies, body, json, form, files, data and meta.',
  ),
  'echo:meta': seed('meta has a timestamp in UTC with milliseconds, and a fixed source.'),
  'echo:methods': seed('Any path but the helpers answers GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS.'),
  'echo:target': seed('url holds the query, path does not, and args has its pairs.'),
  'echo:headers': seed('All request headers are shown, names in lower case.'),
  'echo:cookies': seed('Cookies are parsed; without any the object is empty.'),
  'echo:body:json': seed('A JSON body is parsed into json and body.'),
  'echo:body:form': seed('Pairs of a form are parsed into form.'),
  'echo:body:multipart': seed('Fields and files of a multipart form are parsed into form and files.'),
  'echo:body:none': decided(24, 'Without a body, body, json, form and data are null.'),
  'echo:body:text': decided(24, 'Any other text is body and data.'),
  'echo:body:octets': decided(24, 'What is no text is shown so that its octets can be had back.'),
  'echo:body:codings': decided(24, 'Content codings are undone.'),
  'echo:body:too-long': guided('echo-server', 'A body over the limit is refused.'),
  'echo:simulate:delay': seed('delay waits that many milliseconds before answering.'),
  'echo:simulate:delay:most': decided(22, 'A delay above the limit is shortened to it.'),
  'echo:simulate:status': seed('status is the status of the answer.'),
  'echo:simulate:delay-then-status': seed('With both it waits first and then answers with the status.'),
  'echo:simulate:reject': seed('reject=true is answered at once with 500.'),
  'echo:options': decided(21, 'OPTIONS answers the echo and the preflight at once.'),
  'echo:ip': seed('GET /ip shows the address of the client.'),
  'echo:basic-auth': seed('GET /basic-auth reads Basic credentials.'),
  'echo:basic-auth:refused': guided(
    'echo-server',
    'Missing or wrong credentials are answered with 401 and a challenge.',
  ),
  'echo:bearer-auth': seed('GET /bearer-auth reads a bearer token.'),
  'echo:helpers:get-only': guided('echo-server', 'Helpers refuse other methods than GET and HEAD.'),
} as const;

const mcp = {
  'mcp:post:json': seed('POST / takes JSON-RPC 2.0 and answers JSON.'),
  'mcp:health': seed('GET / is the health endpoint.'),
  'mcp:notification:202': seed('Notifications are answered with 202 and no body.'),
  'mcp:elsewhere': seed('A client that posts elsewhere than to the root sees Method not found.'),
  'mcp:tools': seed('The tools have the names that the interface document gives.'),
  'mcp:workspace:not-found': seed(
    'An unknown workspace gives a workspace-not-found condition with the hint to list them.',
  ),
  'mcp:no-session': decided(50, 'Neither initialize nor a session is needed.'),
  'mcp:initialize': decided(
    50,
    'initialize answers with the version of the client when it is known, else with the newest.',
  ),
  'mcp:batch': guided('mcp', 'A batch is answered by an array, each element judged alone.'),
  'mcp:errors:protocol': decided(51, 'JSON-RPC errors are for the protocol alone.'),
  'mcp:errors:tool': decided(51, 'A refused call is a result with isError, which an agent can read.'),
  'mcp:errors:defect': decided(51, 'A defect is answered with an id that the log has too.'),
  'mcp:arguments': decided(51, 'Wrong arguments are named by path, with the near name of an unknown key.'),
  'mcp:cancel': decided(50, 'A client that goes away ends its call.'),
  'mcp:guard': guided('mcp', 'Foreign hosts, origins and content types are refused before a body is read.'),
  'mcp:official-client': decided(50, 'The official client connects, lists and calls.'),
} as const;

/** Every rule that a test shows, by id; tests cite them as tags. */
export const requirements = {
  ...domain,
  ...interpolation,
  ...request,
  ...sending,
  ...result,
  ...lifecycle,
  ...graphql,
  ...echo,
  ...mcp,
} as const satisfies Record<string, Requirement>;
export type RequirementId = keyof typeof requirements;
