import { decided, guided, seed } from './requirement.js';

/** How it is sent. */
export const sending = {
  'send:unavailable': seed('A remote server that is unavailable is an error of the execution.'),
  'send:unavailable:cause': decided(55, 'It is NETWORK_ERROR, with the cause in details.'),
  'send:tls': decided(55, 'A certificate that cannot be trusted is TLS_ERROR.'),
  'send:tls:verified': decided(
    128,
    'NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn verification off, and a start says so.',
  ),
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
  'send:own-server': decided(
    105,
    'A request to a server of Tandem itself, but for the echo server, is OWN_SERVER_REFUSED, redirects included.',
  ),
  'send:decoding': decided(55, 'gzip, deflate and br are decoded.'),
  'send:decoding:limits': decided(
    126,
    'Up to five content codings are undone, and nothing between two of them may be longer than a body may be.',
  ),
  'send:too-large': decided(55, 'A body over 50 MiB is RESPONSE_TOO_LARGE, with status and headers kept.'),
  'send:interim': decided(125, 'A 100, 102 or 103 before the response is skipped, asked for or not.'),
  'send:repeat': decided(
    125,
    'An idempotent request on a kept connection that closes before the first byte is sent once more.',
  ),
  'send:in-flight': decided(
    127,
    'All bodies in flight share 256 MiB unless set; who finds no room before the deadline gets BUSY.',
  ),
  'send:keep-alive': decided(55, 'Connections are used again.'),
  'send:endurance': decided(55, 'A thousand executions leave no memory, socket or file handle behind.'),
} as const;

/** What a result says. */
export const result = {
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

/** What is kept of executions. */
export const executions = {
  'executions:select': decided(122, 'select is JSONPath of RFC 9535, complete.'),
  'executions:select:regexp': decided(
    122,
    'match and search take I-Regexp (RFC 9485) and are false for anything else.',
  ),
  'executions:select:limits': decided(
    122,
    'A query ends at a time limit and holds up nobody; regular expressions take linear time.',
  ),
  'executions:size': guided(
    'executions',
    'executions_get says how long the body was, how much was kept, and whether that is less.',
  ),
} as const;

/** What scripts do and when. */
export const lifecycle = {
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
  'script:handler:near': guided(
    'scripts',
    'An exported function that is called almost like a handler is told with its place.',
  ),
  'script:fails:told': guided('executions', 'A failed onResponse or onTest is told in diagnostics.'),
  'lifecycle:shape': seed('Each lifecycle summary has success, error and result.'),
  'lifecycle:not-reached': decided(
    52,
    'A handler that was not reached or does not exist: success, no error, no result.',
  ),
  'lifecycle:tests:success': decided(52, 'The tests succeed when the handler ended and none failed.'),
  'secrets:forms': decided(
    106,
    'A value of eight or more characters is hidden in every form of record 106, a shorter one in those of record 64.',
  ),
  'secrets:compressed': decided(
    106,
    'A binary body that holds a secret, in gzip, zlib or deflate data too, is neither kept nor shown.',
  ),
  'secrets:former': decided(
    109,
    'A value of a secret that was replaced or removed stays hidden and out of folders.',
  ),
  'secrets:all-workspaces': decided(
    107,
    'No value of a secret of any workspace is shown to an agent, stored with an execution, logged or written to a folder.',
  ),
  'secrets:given:confirmed': decided(
    108,
    'A workspace uses a TANDEM_SECRET_ value only after a person has allowed it, in the window or by a flag.',
  ),
  'secrets:given:hidden': decided(
    108,
    'Every TANDEM_SECRET_ value is hidden, whether or not it is allowed or an environment names its secret.',
  ),
  'environment:persist': seed('Variables and secrets that a response script changes are persisted.'),
  'environment:persist:when': decided(
    52,
    'Changes of onRequest and onResponse are written once onResponse succeeded; those of onTest never.',
  ),
  'environment:append': decided(52, 'A new variable is appended, enabled.'),
  'environment:concurrent': decided(52, 'Executions at once write only the names that they changed.'),
  'environment:pinned': guided(
    'executions',
    'A call uses the environment that was active when it started, for all of its requests and changes.',
  ),
  'environment:none': decided(
    52,
    'Without an active environment changes last for the execution, and a diagnostic says so.',
  ),
} as const;

/** How GraphQL requests go. */
export const graphql = {
  'graphql:crud': seed('A GraphQL request can be listed, read, created, updated and deleted.'),
  'graphql:post': decided(53, 'It is sent as POST with query, variables and operationName as JSON.'),
  'graphql:variables': decided(
    53,
    'String values of its variables are filled in; the call overrides variables by name.',
  ),
  'graphql:errors': decided(53, 'GraphQL errors are no execution error.'),
  'graphql:same-steps': decided(53, 'It goes through the steps of a REST request.'),
} as const;
