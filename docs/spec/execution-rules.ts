import { fromDesign, fromGuide, fromInterface } from './requirement.js';

/** How requests are sent. */
export const sendingRules = {
  'send:unavailable': fromInterface('An unavailable server fails the execution.'),
  'send:unavailable:cause': fromDesign(
    'execution#the-result',
    'The error is NETWORK_ERROR, with the cause in details.',
  ),
  'send:tls': fromDesign('execution#the-result', 'An untrusted certificate is TLS_ERROR.'),
  'send:tls:verified': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification, which is logged at startup.',
  ),
  'auth:tokens': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'Tokens of OAuth 2.0 are kept in the database for each workspace, environment and configuration, and are secrets.',
  ),
  'auth:oauth2': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A missing token is fetched before the request, once for all who wait for it.',
  ),
  'auth:oauth2:refresh': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A token is refreshed before it expires, and fetched anew once when a server refuses it with 401.',
  ),
  'auth:oauth2:id-token': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'An ID token is validated when it arrives: issuer, audience, times, nonce, and signature with the keys of the issuer or the client secret.',
  ),
  'auth:oauth2:failed': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'Without a token the error is AUTH_FAILED, and the request is not sent.',
  ),
  'auth:oauth2:browser': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A grant that a person has to approve is begun by a call, and ends at a callback on loopback or by a code.',
  ),
  'auth:digest': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A challenge of digest is answered once, and kept for later requests.',
  ),
  'auth:wsse': fromDesign('transport#auth-that-needs-the-bytes', 'WSSE adds the header that Bruno adds.'),
  'auth:jwt': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A request can be sent with a JSON Web Token that is signed for it.',
  ),
  'send:timeout': fromInterface(
    'A request that times out fails the execution; timeoutMs is in milliseconds.',
  ),
  'send:timeout:one-deadline': fromDesign(
    'execution#the-result',
    'timeoutMs covers connecting, headers and body together; default 30,000, from 1 to 600,000.',
  ),
  'send:cancel': fromDesign(
    'execution#the-result',
    'Cancelling at any time results in CANCELLED and frees the socket.',
  ),
  'send:redirects': fromDesign(
    'execution#the-result',
    'Redirects are followed as in browsers, at most ten by default.',
  ),
  'send:redirects:cross-origin': fromDesign(
    'execution#the-result',
    'Authorization and Cookie are not sent to another origin.',
  ),
  'send:redirects:secrets': fromDesign(
    'transport#undici-with-a-connector-of-ours',
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
  'send:redirects:too-many': fromDesign(
    'execution#the-result',
    'More redirects than the limit are TOO_MANY_REDIRECTS.',
  ),
  'send:own-server': fromDesign(
    'transport#our-own-servers-are-not-targets',
    "A request to one of Tandem's own servers, except the echo server, is OWN_SERVER_REFUSED, also after redirects.",
  ),
  'send:decoding': fromDesign('execution#the-result', 'gzip, deflate and br are decoded.'),
  'send:decoding:limits': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'Up to five content codings are decoded, and every intermediate body must be within the limit.',
  ),
  'send:too-large': fromDesign(
    'execution#the-result',
    'A body over 50 MiB is RESPONSE_TOO_LARGE, with status and headers kept.',
  ),
  'send:interim': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A 100, 102 or 103 before the response is skipped, whether or not it was requested.',
  ),
  'send:repeat': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'An idempotent request is retried once when a reused connection closes before the first byte.',
  ),
  'send:in-flight': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'All bodies in flight share 256 MiB by default; an execution that gets no memory before its timeout is BUSY.',
  ),
  'send:keep-alive': fromDesign('execution#the-result', 'Connections are reused.'),
  'send:endurance': fromDesign(
    'execution#the-result',
    'A thousand executions leak no memory, socket or file handle.',
  ),
} as const;

/** The result of an execution. */
export const result = {
  'result:shape': fromInterface('The result has every key in the interface document.'),
  'result:execution-id': fromDesign(
    'execution#the-result',
    'The result also has executionId, diagnostics and logs.',
  ),
  'result:request:as-sent': fromDesign(
    'execution#the-result',
    'request.url and request.method are those that were sent, after onRequest.',
  ),
  'result:response:null': fromDesign('execution#the-result', 'response is null when there was no response.'),
  'result:time': fromDesign(
    'execution#the-result',
    'response.time is the milliseconds until the last byte, 0 for a mock.',
  ),
  'result:headers': fromDesign(
    'execution#the-result',
    'Header names are in lower case; repeated headers are joined by a comma, set-cookie by line breaks.',
  ),
  'result:cookies': fromDesign('execution#the-result', 'Cookies are listed with their attributes.'),
  'result:body:text': fromInterface('A text body is reported as text.'),
  'result:body:binary': fromInterface('A binary body is reported with metadata only.'),
  'result:body:kind': fromDesign(
    'execution#the-result',
    'bodyType is text, binary or empty: text by content type, or whatever its type if the bytes can be read as text.',
  ),
  'result:body:charset': fromDesign(
    'execution#the-result',
    'Text is decoded with the charset of its content type.',
  ),
  'result:truncated': fromInterface('A large text body is truncated and bodyTruncated is set.'),
  'result:truncated:at': fromDesign(
    'execution#the-result',
    '32,768 bytes unless maxBodyBytes says otherwise, cut at a code point; size stays whole.',
  ),
  'save:as-received': fromDesign(
    'execution#the-result',
    'saveTo writes the body as received to a new file below files/ of the workspace folder, which the result names instead of the text.',
  ),
  'save:refused': fromDesign(
    'execution#the-result',
    'saveTo is refused before anything is sent if it is not below files/ of the workspace folder or a folder that a person named when Tandem started, goes through a link, or names what exists.',
  ),
  'save:secrets': fromDesign(
    'execution#the-result',
    'A file that is saved for a caller that may not see secrets holds none, and a diagnostic says what is hidden.',
  ),
  'save:whole': fromDesign('execution#the-result', 'A body that did not arrive whole is not saved.'),
  'result:error': fromDesign(
    'execution#the-result',
    'error is null or { code, message, details? }, and the message says what to do.',
  ),
} as const;

/** Stored executions. */
export const executions = {
  'executions:select': fromDesign('execution#the-result', 'select supports all of JSONPath (RFC 9535).'),
  'executions:select:regexp': fromDesign(
    'execution#the-result',
    'match and search take I-Regexp (RFC 9485) and are false for anything else.',
  ),
  'executions:select:limits': fromDesign(
    'execution#the-result',
    'A query has a time limit and does not block the process; regular expressions take linear time.',
  ),
  'executions:search': fromGuide(
    'executions',
    'Executions are found by name, URL, status, outcome, caller, request and time.',
  ),
  'executions:select:whole': fromDesign(
    'mcp#results-that-fit',
    'An execution selects from its whole body before it is cut.',
  ),
  'executions:outline': fromDesign(
    'mcp#results-that-fit',
    'JSON that was cut comes with an outline and the offset of the rest.',
  ),
  'executions:compare': fromDesign(
    'mcp#tools',
    'Two executions are compared as a short list of differences by path, with secrets hidden.',
  ),
  'executions:size': fromGuide(
    'executions',
    'executions_get reports the size of the body, how much is stored, and whether it was truncated.',
  ),
} as const;

/** Lifecycle scripts. */
export const lifecycle = {
  'order:steps': fromInterface(
    'The steps are load, interpolate, onRequest, send, onResponse, persist, onTest, in this order.',
  ),
  'order:persist-before-test': fromInterface('Changes to the environment are persisted before onTest runs.'),
  'order:interpolate-before-script': fromInterface('Interpolation comes before onRequest.'),
  'script:mock': fromInterface('A ServiceResponse from onRequest replaces the network, and mocked is true.'),
  'script:same-response': fromInterface('onTest receives the same response context as onResponse.'),
  'script:one-off': fromInterface('script is used for this execution only.'),
  'script:persist': fromInterface('With persistScript, the script is saved before the execution.'),
  'script:persist:needs-script': fromDesign(
    'execution#the-result',
    'persistScript without script is an invalid argument.',
  ),
  'script:tests:missing': fromInterface('Without onTest there are no tests in the result.'),
  'script:tests:done': fromGuide(
    'scripts',
    'A test function with a parameter gets done, and fails if that is not called within half of the time of a handler.',
  ),
  'script:tests:timers': fromGuide(
    'scripts',
    'What a test starts and does not await is waited for and fails it; a timer that is due too late is reported.',
  ),
  'variables:types': fromDesign(
    'execution#filling-in',
    'A variable keeps the type that a script, a file or a call gave it: number, boolean, null or object. In text it is its JSON.',
  ),
  'variables:paths': fromDesign(
    'execution#filling-in',
    'A token may be a path into a variable that is an object or a list, with all digits of its numbers.',
  ),
  'script:fails:on-request': fromDesign(
    'execution#the-result',
    'If onRequest fails, nothing is sent, error is set and later handlers do not run.',
  ),
  'script:fails:on-response': fromDesign(
    'execution#the-result',
    'If onResponse fails, nothing is persisted, onTest still runs and error stays null.',
  ),
  'script:fails:on-test': fromDesign(
    'execution#the-result',
    'If onTest fails, its summary fails and earlier results are kept.',
  ),
  'script:body-too-long': fromDesign(
    'execution#the-result',
    'A body over 10 MiB is null in a script, with a diagnostic.',
  ),
  'script:handler:near': fromGuide(
    'scripts',
    'An exported function whose name resembles a handler is reported with its position.',
  ),
  'script:fails:told': fromGuide('executions', 'A failed onResponse or onTest is reported in diagnostics.'),
  'lifecycle:shape': fromInterface('Each lifecycle summary has success, error and result.'),
  'lifecycle:not-reached': fromDesign(
    'execution#the-result',
    'A handler that was not reached or does not exist has success, no error and no result.',
  ),
  'lifecycle:tests:success': fromDesign(
    'execution#the-result',
    'The tests succeed when the handler finished and none failed.',
  ),
  'secrets:forms': fromDesign(
    'secrets#in-which-forms',
    'A value of eight or more characters is hidden in every form that servers return, a shorter one as it is, escaped and in base64.',
  ),
  'secrets:compressed': fromDesign(
    'secrets#in-which-forms',
    'A body that contains a secret in bytes or in gzip, zlib or deflate data, also such data within it or called text, is neither stored nor shown.',
  ),
  'secrets:former': fromDesign(
    'secrets#hidden-in-one-place',
    'A value of a secret that was replaced or removed stays hidden and out of folders.',
  ),
  'secrets:all-workspaces': fromDesign(
    'secrets#hidden-in-one-place',
    'No value of a secret of any workspace is shown to an agent, stored with an execution, logged or written to a folder.',
  ),
  'secrets:given:confirmed': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    'A workspace uses a TANDEM_SECRET_ value only after a person has allowed it, in the window or by a flag.',
  ),
  'secrets:given:hidden': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    'Every TANDEM_SECRET_ value is hidden, whether or not it is allowed or an environment names its secret.',
  ),
  'environment:persist': fromInterface('Variables and secrets that a response script changes are persisted.'),
  'environment:persist:when': fromDesign(
    'execution#the-result',
    'Changes by onRequest and onResponse are stored after onResponse succeeds; changes by onTest never are.',
  ),
  'environment:append': fromDesign('execution#the-result', 'A new variable is appended, enabled.'),
  'environment:concurrent': fromDesign(
    'execution#the-result',
    'Concurrent executions write only the names that they changed.',
  ),
  'environment:pinned': fromGuide(
    'executions',
    'A call uses the environment that was active when it started, for all of its requests and changes.',
  ),
  'environment:call': fromGuide(
    'executions',
    'A call may name the environment that it uses, or null for none; results and the history say which was used.',
  ),
  'environment:none': fromDesign(
    'execution#the-result',
    'Without an active environment, changes last for the execution only, and a diagnostic says so.',
  ),
} as const;

/** How GraphQL requests go. */
export const graphql = {
  'graphql:crud': fromInterface('A GraphQL request can be listed, read, created, updated and deleted.'),
  'graphql:post': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A GraphQL request is sent as POST with query, variables and, if it has one, operationName as JSON.',
  ),
  'graphql:variables': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'Variables are replaced in the string values of its variables; the call overrides variables by name.',
  ),
  'graphql:errors': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'GraphQL errors do not fail the execution.',
  ),
  'graphql:fail-on-errors': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'With settings.failOnGraphqlErrors, GraphQL errors fail a test.',
  ),
  'graphql:same-steps': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A GraphQL request follows the same steps as a REST request.',
  ),
} as const;
