import { fromDecision, fromGuide, seed } from './requirement.js';

/** How requests are sent. */
export const sending = {
  'send:unavailable': seed('An unavailable server fails the execution.'),
  'send:unavailable:cause': fromDecision(55, 'The error is NETWORK_ERROR, with the cause in details.'),
  'send:tls': fromDecision(55, 'An untrusted certificate is TLS_ERROR.'),
  'send:tls:verified': fromDecision(
    128,
    'NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification, which is logged at startup.',
  ),
  'auth:tokens': fromDecision(
    222,
    'Tokens of OAuth 2.0 are kept in the database for each workspace, environment and configuration, and are secrets.',
  ),
  'auth:oauth2': fromDecision(
    222,
    'A missing token is fetched before the request, once for all who wait for it.',
  ),
  'auth:oauth2:refresh': fromDecision(
    222,
    'A token is refreshed before it expires, and fetched anew once when a server refuses it with 401.',
  ),
  'auth:oauth2:id-token': fromDecision(
    227,
    'An ID token is validated when it arrives: issuer, audience, times, nonce, and signature with the keys of the issuer or the client secret.',
  ),
  'auth:oauth2:failed': fromDecision(
    222,
    'Without a token the error is AUTH_FAILED, and the request is not sent.',
  ),
  'auth:oauth2:browser': fromDecision(
    223,
    'A grant that a person has to approve is begun by a call, and ends at a callback on loopback or by a code.',
  ),
  'auth:digest': fromDecision(218, 'A challenge of digest is answered once, and kept for later requests.'),
  'auth:wsse': fromDecision(218, 'WSSE adds the header that Bruno adds.'),
  'auth:jwt': fromDecision(222, 'A request can be sent with a JSON Web Token that is signed for it.'),
  'send:timeout': seed('A request that times out fails the execution; timeoutMs is in milliseconds.'),
  'send:timeout:one-deadline': fromDecision(
    55,
    'timeoutMs covers connecting, headers and body together; default 30,000, from 1 to 600,000.',
  ),
  'send:cancel': fromDecision(55, 'Cancelling at any time results in CANCELLED and frees the socket.'),
  'send:redirects': fromDecision(55, 'Redirects are followed as in browsers, at most ten by default.'),
  'send:redirects:cross-origin': fromDecision(55, 'Authorization and Cookie are not sent to another origin.'),
  'send:redirects:secrets': fromDecision(
    206,
    'A header that holds a secret of the environment is not sent to another origin, and a diagnostic names it.',
  ),
  'send:redirects:reported': fromGuide(
    'executions',
    'Each redirect is reported with its status, URL, time, changed method and the headers that were left out.',
  ),
  'send:times': fromGuide('executions', 'The times of a response name only phases that took place for it.'),
  'send:connection': fromGuide(
    'executions',
    'A result names its redirects, times and connection: protocol, reuse, address, and TLS with its certificate.',
  ),
  'send:redirects:too-many': fromDecision(55, 'More redirects than the limit are TOO_MANY_REDIRECTS.'),
  'send:own-server': fromDecision(
    105,
    "A request to one of Tandem's own servers, except the echo server, is OWN_SERVER_REFUSED, also after redirects.",
  ),
  'send:decoding': fromDecision(55, 'gzip, deflate and br are decoded.'),
  'send:decoding:limits': fromDecision(
    126,
    'Up to five content codings are decoded, and every intermediate body must be within the limit.',
  ),
  'send:too-large': fromDecision(
    55,
    'A body over 50 MiB is RESPONSE_TOO_LARGE, with status and headers kept.',
  ),
  'send:interim': fromDecision(
    125,
    'A 100, 102 or 103 before the response is skipped, whether or not it was requested.',
  ),
  'send:repeat': fromDecision(
    125,
    'An idempotent request is retried once when a reused connection closes before the first byte.',
  ),
  'send:in-flight': fromDecision(
    127,
    'All bodies in flight share 256 MiB by default; an execution that gets no memory before its timeout is BUSY.',
  ),
  'send:keep-alive': fromDecision(55, 'Connections are reused.'),
  'send:endurance': fromDecision(55, 'A thousand executions leak no memory, socket or file handle.'),
} as const;

/** The result of an execution. */
export const result = {
  'result:shape': seed('The result has every key in the interface document.'),
  'result:execution-id': fromDecision(55, 'The result also has executionId, diagnostics and logs.'),
  'result:request:as-sent': fromDecision(
    55,
    'request.url and request.method are those that were sent, after onRequest.',
  ),
  'result:response:null': fromDecision(55, 'response is null when there was no response.'),
  'result:time': fromDecision(55, 'response.time is the milliseconds until the last byte, 0 for a mock.'),
  'result:headers': fromDecision(
    55,
    'Header names are in lower case; repeated headers are joined by a comma, set-cookie by line breaks.',
  ),
  'result:cookies': fromDecision(55, 'Cookies are listed with their attributes.'),
  'result:body:text': seed('A text body is reported as text.'),
  'result:body:binary': seed('A binary body is reported with metadata only.'),
  'result:body:kind': fromDecision(
    55,
    'bodyType is text, binary or empty: text by content type, or whatever its type if the bytes can be read as text.',
  ),
  'result:body:charset': fromDecision(55, 'Text is decoded with the charset of its content type.'),
  'result:truncated': seed('A large text body is truncated and bodyTruncated is set.'),
  'result:truncated:at': fromDecision(
    55,
    '32,768 bytes unless maxBodyBytes says otherwise, cut at a code point; size stays whole.',
  ),
  'save:as-received': fromDecision(
    234,
    'saveTo writes the body as received to a new file below files/ of the workspace folder, which the result names instead of the text.',
  ),
  'save:refused': fromDecision(
    234,
    'saveTo is refused before anything is sent if it is not below files/ of the workspace folder or a folder that a person named when Tandem started, goes through a link, or names what exists.',
  ),
  'save:secrets': fromDecision(
    234,
    'A file that is saved for a caller that may not see secrets holds none, and a diagnostic says what is hidden.',
  ),
  'save:whole': fromDecision(234, 'A body that did not arrive whole is not saved.'),
  'result:error': fromDecision(
    55,
    'error is null or { code, message, details? }, and the message says what to do.',
  ),
} as const;

/** Stored executions. */
export const executions = {
  'executions:select': fromDecision(122, 'select supports all of JSONPath (RFC 9535).'),
  'executions:select:regexp': fromDecision(
    122,
    'match and search take I-Regexp (RFC 9485) and are false for anything else.',
  ),
  'executions:select:limits': fromDecision(
    122,
    'A query has a time limit and does not block the process; regular expressions take linear time.',
  ),
  'executions:search': fromGuide(
    'executions',
    'Executions are found by name, URL, status, outcome, caller, request and time.',
  ),
  'executions:select:whole': fromDecision(293, 'An execution selects from its whole body before it is cut.'),
  'executions:outline': fromDecision(
    293,
    'JSON that was cut comes with an outline and the offset of the rest.',
  ),
  'executions:compare': fromDecision(
    315,
    'Two executions are compared as a short list of differences by path, with secrets hidden.',
  ),
  'executions:size': fromGuide(
    'executions',
    'executions_get reports the size of the body, how much is stored, and whether it was truncated.',
  ),
} as const;

/** Lifecycle scripts. */
export const lifecycle = {
  'order:steps': seed(
    'The steps are load, interpolate, onRequest, send, onResponse, persist, onTest, in this order.',
  ),
  'order:persist-before-test': seed('Changes to the environment are persisted before onTest runs.'),
  'order:interpolate-before-script': seed('Interpolation comes before onRequest.'),
  'script:mock': seed('A ServiceResponse from onRequest replaces the network, and mocked is true.'),
  'script:same-response': seed('onTest receives the same response context as onResponse.'),
  'script:one-off': seed('script is used for this execution only.'),
  'script:persist': seed('With persistScript, the script is saved before the execution.'),
  'script:persist:needs-script': fromDecision(52, 'persistScript without script is an invalid argument.'),
  'script:tests:missing': seed('Without onTest there are no tests in the result.'),
  'script:tests:done': fromGuide(
    'scripts',
    'A test function with a parameter gets done, and fails if that is not called within half of the time of a handler.',
  ),
  'script:tests:timers': fromGuide(
    'scripts',
    'What a test starts and does not await is waited for and fails it; a timer that is due too late is reported.',
  ),
  'variables:types': fromDecision(
    387,
    'A variable keeps the type that a script, a file or a call gave it: number, boolean, null or object. In text it is its JSON.',
  ),
  'variables:paths': fromDecision(
    387,
    'A token may be a path into a variable that is an object or a list, with all digits of its numbers.',
  ),
  'script:fails:on-request': fromDecision(
    52,
    'If onRequest fails, nothing is sent, error is set and later handlers do not run.',
  ),
  'script:fails:on-response': fromDecision(
    52,
    'If onResponse fails, nothing is persisted, onTest still runs and error stays null.',
  ),
  'script:fails:on-test': fromDecision(
    52,
    'If onTest fails, its summary fails and earlier results are kept.',
  ),
  'script:body-too-long': fromDecision(52, 'A body over 10 MiB is null in a script, with a diagnostic.'),
  'script:handler:near': fromGuide(
    'scripts',
    'An exported function whose name resembles a handler is reported with its position.',
  ),
  'script:fails:told': fromGuide('executions', 'A failed onResponse or onTest is reported in diagnostics.'),
  'lifecycle:shape': seed('Each lifecycle summary has success, error and result.'),
  'lifecycle:not-reached': fromDecision(
    52,
    'A handler that was not reached or does not exist has success, no error and no result.',
  ),
  'lifecycle:tests:success': fromDecision(52, 'The tests succeed when the handler finished and none failed.'),
  'secrets:forms': fromDecision(
    106,
    'A value of eight or more characters is hidden in every form of record 106, a shorter one in those of record 64.',
  ),
  'secrets:compressed': fromDecision(
    106,
    'A body that contains a secret in bytes or in gzip, zlib or deflate data, also such data within it or called text, is neither stored nor shown.',
  ),
  'secrets:former': fromDecision(
    109,
    'A value of a secret that was replaced or removed stays hidden and out of folders.',
  ),
  'secrets:all-workspaces': fromDecision(
    107,
    'No value of a secret of any workspace is shown to an agent, stored with an execution, logged or written to a folder.',
  ),
  'secrets:given:confirmed': fromDecision(
    108,
    'A workspace uses a TANDEM_SECRET_ value only after a person has allowed it, in the window or by a flag.',
  ),
  'secrets:given:hidden': fromDecision(
    108,
    'Every TANDEM_SECRET_ value is hidden, whether or not it is allowed or an environment names its secret.',
  ),
  'environment:persist': seed('Variables and secrets that a response script changes are persisted.'),
  'environment:persist:when': fromDecision(
    52,
    'Changes by onRequest and onResponse are stored after onResponse succeeds; changes by onTest never are.',
  ),
  'environment:append': fromDecision(52, 'A new variable is appended, enabled.'),
  'environment:concurrent': fromDecision(52, 'Concurrent executions write only the names that they changed.'),
  'environment:pinned': fromGuide(
    'executions',
    'A call uses the environment that was active when it started, for all of its requests and changes.',
  ),
  'environment:call': fromGuide(
    'executions',
    'A call may name the environment that it uses, or null for none; results and the history say which was used.',
  ),
  'environment:none': fromDecision(
    52,
    'Without an active environment, changes last for the execution only, and a diagnostic says so.',
  ),
} as const;

/** How GraphQL requests go. */
export const graphql = {
  'graphql:crud': seed('A GraphQL request can be listed, read, created, updated and deleted.'),
  'graphql:post': fromDecision(
    53,
    'A GraphQL request is sent as POST with query, variables and, if it has one, operationName as JSON.',
  ),
  'graphql:variables': fromDecision(
    53,
    'Variables are replaced in the string values of its variables; the call overrides variables by name.',
  ),
  'graphql:errors': fromDecision(53, 'GraphQL errors do not fail the execution.'),
  'graphql:fail-on-errors': fromDecision(
    53,
    'With settings.failOnGraphqlErrors, GraphQL errors fail a test.',
  ),
  'graphql:same-steps': fromDecision(53, 'A GraphQL request follows the same steps as a REST request.'),
} as const;
