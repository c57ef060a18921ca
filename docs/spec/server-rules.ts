import { fromDesign, fromGuide, fromInterface } from './requirement.js';

/** The echo server. */
export const echo = {
  'echo:shape': fromInterface(
    'The response has url, path, method, headers, args, cookies, body, json, form, files, data and meta.',
  ),
  'echo:meta': fromInterface('meta has a UTC timestamp with milliseconds, and a fixed source.'),
  'echo:methods': fromInterface(
    'Every path except the helpers supports GET, POST, PUT, PATCH, DELETE, HEAD and OPTIONS.',
  ),
  'echo:target': fromInterface('url includes the query, path does not, and args has its pairs.'),
  'echo:headers': fromInterface('All request headers are shown, with names in lower case.'),
  'echo:cookies': fromInterface('Cookies are parsed; without any, the object is empty.'),
  'echo:body:json': fromInterface('A JSON body is parsed into json and body.'),
  'echo:body:form': fromInterface('Pairs of a form are parsed into form.'),
  'echo:body:multipart': fromInterface(
    'Fields and files of a multipart form are parsed into form and files.',
  ),
  'echo:body:none': fromDesign(
    'transport#the-echo-server',
    'Without a body, body, json, form and data are null.',
  ),
  'echo:body:text': fromDesign('transport#the-echo-server', 'Any other text is in body and data.'),
  'echo:body:octets': fromDesign(
    'transport#the-echo-server',
    'A body that is not text is shown so that its bytes can be restored.',
  ),
  'echo:body:codings': fromDesign('transport#the-echo-server', 'Content codings are decoded.'),
  'echo:body:too-long': fromGuide('echo-server', 'A body over the limit is refused.'),
  'echo:simulate:delay': fromInterface('delay waits that many milliseconds before the response.'),
  'echo:simulate:delay:most': fromDesign(
    'transport#the-echo-server',
    'A delay above the limit is shortened to it.',
  ),
  'echo:simulate:status': fromInterface('status is the status of the response.'),
  'echo:simulate:delay-then-status': fromInterface(
    'With both, the server waits first and then responds with the status.',
  ),
  'echo:simulate:reject': fromInterface('reject=true is answered immediately with 500.'),
  'echo:options': fromDesign(
    'transport#the-echo-server',
    'An OPTIONS response serves as the echo and as the preflight response.',
  ),
  'echo:ip': fromInterface('GET /ip shows the address of the client.'),
  'echo:basic-auth': fromInterface('GET /basic-auth reads Basic credentials.'),
  'echo:basic-auth:refused': fromGuide(
    'echo-server',
    'Missing or wrong credentials are answered with 401 and a challenge.',
  ),
  'echo:bearer-auth': fromInterface('GET /bearer-auth reads a bearer token.'),
  'echo:helpers:get-only': fromGuide('echo-server', 'Helpers refuse methods other than GET and HEAD.'),
} as const;

/** The MCP server. */
export const mcp = {
  'mcp:post:json': fromInterface('POST / accepts JSON-RPC 2.0 and responds with JSON.'),
  'mcp:health': fromInterface('GET / is the health endpoint.'),
  'mcp:notification:202': fromInterface('Notifications are answered with 202 and no body.'),
  'mcp:elsewhere': fromInterface('A client that posts to another path gets Method not found.'),
  'mcp:paths': fromGuide('mcp', '/mcp and /sse answer as the root does.'),
  'mcp:tools': fromInterface('The tools have the names in the interface document.'),
  'mcp:workspace:not-found': fromInterface(
    'An unknown workspace is a workspace-not-found error with a hint to list workspaces.',
  ),
  'mcp:no-session': fromDesign('mcp#one-address-two-sdks', 'Neither initialize nor a session is needed.'),
  'mcp:initialize': fromDesign(
    'mcp#one-address-two-sdks',
    "initialize responds with the client's version if it is supported, otherwise with the newest.",
  ),
  'mcp:batch': fromGuide('mcp', 'A batch is answered with an array; each message is handled separately.'),
  'mcp:errors:protocol': fromDesign('mcp#tools', 'JSON-RPC errors are used for protocol errors only.'),
  'mcp:errors:tool': fromDesign(
    'mcp#tools',
    'A refused call is a result with isError, which an agent can read.',
  ),
  'mcp:errors:defect': fromDesign('mcp#tools', 'A bug is answered with its log id.'),
  'mcp:arguments': fromDesign(
    'mcp#tools',
    'Invalid arguments are reported by path, with a similar name for an unknown key.',
  ),
  'mcp:stream': fromInterface(
    'The response is an event stream only if Accept includes one and there is something to stream.',
  ),
  'mcp:get-stream': fromInterface('GET / with Accept: text/event-stream is a stream.'),
  'mcp:legacy-stream': fromDesign(
    'mcp#one-address-two-sdks',
    'A client of the HTTP+SSE transport of 2024-11-05 is served at the same URL.',
  ),
  'mcp:sessions': fromDesign(
    'mcp#one-address-two-sdks',
    'Sessions are optional, signed, and still valid after a restart.',
  ),
  'mcp:modern': fromDesign(
    'mcp#one-address-two-sdks',
    'Requests of 2026-07-28 are served at the same URL, over the same catalogue.',
  ),
  'mcp:real-clients': fromGuide(
    'mcp',
    'Clients from npm connect, list, call, get errors and progress, cancel and survive a restart.',
  ),
  'mcp:conformance': fromGuide('mcp', 'The official conformance suite passes.'),
  'mcp:prompts': fromGuide('mcp', 'Prompts ask an agent to test a request or to find out why it fails.'),
  'mcp:fuzz': fromGuide('mcp', 'Any input gets a response with a defined status.'),
  'mcp:notifications': fromGuide('mcp', 'Clients with a stream are notified of changes.'),
  'mcp:progress': fromGuide(
    'mcp',
    'A call with a progressToken reports each step, and at least every five seconds that it still runs.',
  ),
  'mcp:cancel': fromGuide(
    'mcp',
    'A notification and the end of its session cancel a call; a client that disconnects does so under 2026-07-28 alone.',
  ),
  'mcp:token': fromGuide('mcp', 'With a token set, a request without it is answered with 401.'),
  'mcp:guard': fromGuide(
    'mcp',
    'Foreign hosts, origins and content types are refused before a body is read.',
  ),
  'mcp:standing': fromDesign(
    'mcp#one-address-two-sdks',
    'A running server is announced in the data folder until it ends.',
  ),
  'mcp:presence': fromDesign(
    'mcp#connecting-clients',
    'The server knows the name, version and last call of the clients that have used it, in every revision.',
  ),
  'mcp:port': fromDesign('mcp#one-address-two-sdks', 'Port 0 reuses the previous port if it is free.'),
  'mcp:stop': fromGuide(
    'mcp',
    'On a signal, calls have five seconds to finish and are then cancelled; a failed start prints one line.',
  ),
  'mcp:stdio': fromDesign(
    'mcp#one-address-two-sdks',
    '--stdio relays to the running server, or serves by itself.',
  ),
  'mcp:list-size': fromDesign(
    'mcp#tools',
    'The list of tools takes at most 24 KB, and 10 KB for the core tools.',
  ),
  'mcp:tool-sets': fromDesign(
    'mcp#tools',
    'At most 40 tools are listed, 20 with --tools core, or those that --tools names.',
  ),
  'mcp:files': fromGuide(
    'mcp',
    'files_put adds a file in files/, which requests can send, and never replaces one.',
  ),
  'mcp:merged-tools': fromDesign(
    'mcp#tools',
    'One tool edits a subject; the tools that it replaces answer their old names for one release without being listed.',
  ),
  'mcp:schemas': fromDesign(
    'mcp#tools',
    'Every property of a tool has one type and a description, within the rules of OpenAI, Anthropic, Gemini and Mastra.',
  ),
  'mcp:arguments:sent': fromDesign(
    'mcp#tools',
    'Null stands for an argument that is not given, and JSON text for an object, a list, a number or a boolean.',
  ),
  'mcp:result:once': fromDesign(
    'mcp#results-that-fit',
    'A result is one text block with the complete JSON, for every client and revision.',
  ),
  'mcp:result:text': fromDesign(
    'mcp#results-that-fit',
    'A long script, schema, report or diff is a text block after the JSON, whole, and the JSON names it.',
  ),
  'mcp:cut': fromGuide(
    'mcp',
    'What is cut says so in the JSON: truncated, the size of the whole, and nextOffset, from where a call with offset goes on without loss.',
  ),
  'mcp:result:return': fromDesign(
    'mcp#results-that-fit',
    'A call chooses between a summary, what failed, and the whole result.',
  ),
  'mcp:untrusted': fromDesign(
    'mcp#results-that-fit',
    'Words of servers and scripts are marked, and characters that a reader does not see are escaped.',
  ),
  'mcp:official-client': fromDesign(
    'mcp#one-address-two-sdks',
    'The official client connects, lists and calls.',
  ),
} as const;
