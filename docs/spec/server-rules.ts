import { decided, guided, seed } from './requirement.js';

/** What the echo server answers. */
export const echo = {
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

/** What the MCP server answers. */
export const mcp = {
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
  'mcp:stream': seed(
    'A stream of events is the answer only where Accept names one, and there is something to stream.',
  ),
  'mcp:get-stream': seed('GET / with Accept: text/event-stream is a stream.'),
  'mcp:legacy-stream': decided(
    57,
    'A client of the HTTP+SSE transport of 2024-11-05 is served at the same URL.',
  ),
  'mcp:sessions': decided(57, 'Sessions are optional, signed, and honoured after a restart.'),
  'mcp:modern': decided(58, 'Requests of 2026-07-28 are served at the same URL, over the same catalogue.'),
  'mcp:conformance': guided('mcp', 'The official conformance suite passes.'),
  'mcp:prompts': guided('mcp', 'Prompts set an agent to test a request or to find out why it fails.'),
  'mcp:fuzz': guided('mcp', 'Whatever is sent is answered with a status that is meant.'),
  'mcp:notifications': guided('mcp', 'Clients with a stream are told what has changed.'),
  'mcp:progress': guided('mcp', 'A call with a progressToken tells of each step.'),
  'mcp:cancel': guided(
    'mcp',
    'A notification, a session that ends and a client that goes away cancel a call.',
  ),
  'mcp:token': guided('mcp', 'With a token set, a request without it is answered with 401.'),
  'mcp:guard': guided('mcp', 'Foreign hosts, origins and content types are refused before a body is read.'),
  'mcp:standing': decided(59, 'A running server is announced in the data folder until it ends.'),
  'mcp:port': decided(59, 'Port 0 is the port of last time when it is free.'),
  'mcp:stop': guided(
    'mcp',
    'A signal lets calls end for five seconds, then cancels them; a failed start is one line.',
  ),
  'mcp:stdio': decided(59, '--stdio relays to the server that runs, or serves by itself.'),
  'mcp:official-client': decided(50, 'The official client connects, lists and calls.'),
} as const;
