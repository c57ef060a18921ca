import { fromDesign, fromGuide, fromInterface } from './requirement.js';

/** What is stored. */
export const domain = {
  'domain:id': fromDesign(
    'execution#filling-in',
    'An id is a typed prefix and sixteen characters of [0-9a-z], and never changes.',
  ),
  'domain:pair:order': fromDesign(
    'execution#filling-in',
    'Pairs keep their order, may repeat a name and are enabled by default.',
  ),
  'domain:revision': fromDesign('mcp#tools', 'A revision starts at 1 and grows by one with each change.'),
  'domain:revision:conflict': fromDesign(
    'mcp#tools',
    'A change with an outdated ifRevision changes nothing and returns the current entity.',
  ),
  'domain:workspace:default-environment': fromDesign(
    'execution#filling-in',
    'A new workspace has one environment, Default, active.',
  ),
  'workspace:reference': fromInterface('A workspace is named by its id, name, full path or folder name.'),
  'workspace:reference:order': fromGuide(
    'mcp',
    'The id is tried first, then the path, the name and the folder name.',
  ),
  'workspace:active': fromInterface('Without a reference, the active workspace is used.'),
  'workspace:ambiguous': fromGuide(
    'mcp',
    'A reference that matches several workspaces is refused with their ids.',
  ),
  'domain:method:token': fromDesign('execution#filling-in', 'A method is any token of RFC 9110.'),
  'domain:method:refused': fromGuide(
    'executions',
    'A method that is not a token is refused when it is saved.',
  ),
  'requests:search': fromGuide(
    'mcp',
    'A search looks for each word in name, folder, method, URL, headers, body, script and description, and says where it hit.',
  ),
  'requests:order': fromGuide('mcp', 'Lists of requests are in the order in which a run executes them.'),
  'domain:folder': fromDesign(
    'execution#what-a-request-inherits',
    'A folder exists because requests are in it or because somebody created it; an empty one stays.',
  ),
  'domain:folder:move': fromDesign(
    'execution#what-a-request-inherits',
    'Renaming or moving a folder moves everything in it in one transaction; cycles and taken paths are refused.',
  ),
  'domain:folder:delete': fromDesign(
    'execution#what-a-request-inherits',
    'Deleting a folder returns how much was deleted with it, and can be undone exactly.',
  ),
  'domain:folder:unknown': fromGuide(
    'mcp',
    'Listing a folder that does not exist is refused with similar names.',
  ),
} as const;

/** What requests inherit from the workspace and their folders. */
export const inheritance = {
  'inherit:headers': fromDesign(
    'execution#what-a-request-inherits',
    'A request is sent with the headers of the workspace and its folders; later ones replace those of the same name, disabled ones remove them.',
  ),
  'inherit:auth': fromDesign(
    'execution#what-a-request-inherits',
    'A request that inherits its auth uses that of the nearest folder that has one, else that of the workspace.',
  ),
  'inherit:variables': fromDesign(
    'execution#what-a-request-inherits',
    'Variables win in this order: call, request, folders from the inside, environment, workspace.',
  ),
  'inherit:scripts': fromDesign(
    'scripts#our-interface',
    'The scripts of the workspace and its folders run around that of a request: from the outside in before it is sent, from the inside out after.',
  ),
  'inherit:scripts:flow': fromDesign(
    'scripts#our-interface',
    'With the script order sequential of the workspace, onResponse and onTest run from the outside in too; the manifest has it where Bruno has it.',
  ),
  'inherit:settings': fromDesign(
    'execution#what-a-request-inherits',
    'Each setting is from the nearest that says something.',
  ),
  'inherit:workspace': fromDesign(
    'execution#what-a-request-inherits',
    'The folder with the path "" is the workspace itself.',
  ),
  'inherit:window': fromGuide(
    'window',
    'What requests inherit is edited for each folder and the workspace, and each request shows what it inherits and from where.',
  ),
  'environment:extends': fromDesign(
    'execution#what-a-request-inherits',
    'An environment may extend another one by name; values of the base apply below its own, and scripts write to its own.',
  ),
  'environment:extends:cycle': fromDesign(
    'execution#what-a-request-inherits',
    'A base that does not exist or that extends the environment is refused; an execution that meets one says so.',
  ),
  'environment:extends:files': fromGuide(
    'workspace-folder',
    'The base and the description of an environment are in its file, where OpenCollection has them.',
  ),
  'inherit:files': fromGuide(
    'workspace-folder',
    'What requests inherit is in folder.yml and opencollection.yml under request, where Bruno has it.',
  ),
} as const;

/** What runs before a request that needs it. */
export const dependencyRules = {
  'needs:order': fromDesign(
    'execution#dependencies',
    'What a request needs runs before it, in order, once per run, in the same environment; the result names each execution.',
  ),
  'needs:skip': fromDesign('execution#dependencies', 'A call with needs: skip executes the request alone.'),
  'needs:variables': fromDesign(
    'execution#dependencies',
    'A request sees what the scripts of its needs set, without an environment too.',
  ),
  'needs:failed': fromDesign(
    'execution#dependencies',
    'A need that fails ends the execution with NEED_FAILED and its executionId; nothing is sent.',
  ),
  'needs:reused': fromDesign(
    'execution#dependencies',
    'With a maxAge, a successful execution in the same environment that is not older takes the place of another one.',
  ),
  'needs:shared': fromDesign(
    'execution#dependencies',
    'With a maxAge, calls at the same time share one execution of a need, its failure too.',
  ),
  'needs:refused': fromDesign(
    'execution#dependencies',
    'Needs that are not in the workspace or make a circle are refused when saved; an execution that meets some fails.',
  ),
  'needs:files': fromGuide(
    'workspace-folder',
    'The file of a request has its needs as relative paths, which follow the files that they name.',
  ),
  'needs:window': fromGuide(
    'window',
    'What runs before a request is chosen in its settings and shown with its response.',
  ),
} as const;

/** How variables are replaced. */
export const interpolation = {
  'interpolate:order': fromInterface(
    'A variable gets its value from the call, then from the active environment.',
  ),
  'interpolate:order:secrets': fromDesign(
    'execution#filling-in',
    "After the environment's variables come its secrets, then the built-ins.",
  ),
  'interpolate:shadowed': fromGuide(
    'executions',
    'A variable that is used instead of a secret of the same name is reported in the result.',
  ),
  'interpolate:empty-secret': fromGuide(
    'executions',
    'A secret without a value matters only where nothing replaces it; the proxy is not used without it.',
  ),
  'interpolate:places': fromInterface(
    'Variables are replaced in the URL, headers, body and enabled parameters.',
  ),
  'interpolate:places:all': fromDesign(
    'execution#filling-in',
    'Variables are also replaced in names, form and multipart fields, content types and auth.',
  ),
  'interpolate:blanks': fromDesign('execution#filling-in', 'Spaces inside the braces are ignored.'),
  'interpolate:builtins': fromDesign(
    'execution#filling-in',
    '$uuid, echo_base_url and the dynamic variables of Postman, such as $guid, $timestamp and $randomFirstName, are built in.',
  ),
  'interpolate:nesting': fromDesign(
    'execution#filling-in',
    'Values may contain variables, up to ten levels deep.',
  ),
  'interpolate:cycle': fromDesign(
    'execution#filling-in',
    'A variable that refers to itself fails the execution with VARIABLE_CYCLE.',
  ),
  'interpolate:bounded': fromDesign('execution#filling-in', 'Values that expand without limit are stopped.'),
  'interpolate:json': fromDesign(
    'execution#filling-in',
    'Variables of the call that are not strings are converted to JSON.',
  ),
  'auth:unsupported': fromDesign(
    'execution#what-a-request-inherits',
    'An auth of a kind that is not supported is kept in its file, and its requests fail with AUTH_UNSUPPORTED.',
  ),
  'interpolate:unresolved:url': fromDesign(
    'execution#filling-in',
    'A variable without a value in the URL fails the execution with UNRESOLVED_VARIABLE.',
  ),
  'interpolate:unresolved:elsewhere': fromDesign(
    'execution#filling-in',
    'Elsewhere, a variable without a value is sent unchanged and listed in diagnostics.',
  ),
  'interpolate:escape': fromDesign('execution#filling-in', '\\{{ is a literal {{.'),
} as const;

/** The parts of a request. */
export const request = {
  'path:segment': fromDesign(
    'execution#filling-in',
    'A path parameter is :name directly after a slash; ports and other colons are not.',
  ),
  'path:values': fromInterface('A path parameter is a plain value or { value, enabled }.'),
  'path:encoding': fromDesign('execution#filling-in', 'A value is percent-encoded as one segment.'),
  'path:override': fromDesign(
    'execution#filling-in',
    'Path parameters of the call override saved ones by name.',
  ),
  'path:missing': fromInterface('A path parameter without a value fails the execution.'),
  'path:missing:empty': fromDesign(
    'execution#filling-in',
    'A disabled or empty value counts as missing, and nothing is sent.',
  ),
  'query:extra': fromInterface(
    'Query parameters of the call are added to the request; a number is accepted.',
  ),
  'query:order': fromDesign(
    'execution#filling-in',
    "The query is the URL's own, then saved pairs, then the call's; a list repeats the name.",
  ),
  'query:call:replaces': fromDesign(
    'execution#filling-in',
    "A call's parameter replaces those of its name, saved or in the URL, at the position of the first; null removes them.",
  ),
  'query:encoding': fromDesign(
    'execution#filling-in',
    'A space in an added parameter is %20; the rest of the query is unchanged byte for byte.',
  ),
  'headers:content-type': fromDesign(
    'execution#filling-in',
    'content-type is derived from the body unless the request sets it.',
  ),
  'headers:user-agent': fromDesign(
    'execution#filling-in',
    'user-agent has the name and version of Tandem unless the request sets it.',
  ),
  'headers:invalid': fromDesign(
    'execution#filling-in',
    'A name or value that cannot be sent is HEADER_INVALID.',
  ),
  'body:kinds': fromDesign(
    'execution#filling-in',
    'A body is none, json, text, form-urlencoded, multipart or binary.',
  ),
  'body:json:escaped': fromDesign(
    'execution#filling-in',
    'A value inside a string literal of a JSON body is escaped; elsewhere it is inserted unchanged.',
  ),
  'body:json:invalid:place': fromDesign(
    'execution#filling-in',
    'BODY_NOT_JSON gives the position in the request and the nearest variable, and shows nothing of the body.',
  ),
  'body:files': fromDesign('execution#filling-in', "Files come from the workspace's folder only."),
  'body:upload': fromDesign(
    'folder#who-synchronizes',
    'A file that a person adds is copied into `files/` of the workspace: whole, bounded, under a safe and free name.',
  ),
  'body:files:missing': fromDesign('execution#filling-in', 'A file that does not exist is FILE_NOT_FOUND.'),
  'auth:kinds': fromDesign(
    'execution#filling-in',
    'Auth is basic, bearer, or api-key in a header or the query.',
  ),
  'auth:aws-sigv4': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'An AWS signature is computed from the bytes of each request to the origin of the URL, or AUTH_INVALID names the missing field.',
  ),
  'auth:oauth1': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'OAuth 1.0 signs each request to the origin of the URL with its query and form, in the header, the query or the form.',
  ),
  'auth:oauth2:variable': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A token in a variable is fetched before the request is filled in, and is a secret wherever it stands.',
  ),
  'auth:ntlm': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'NTLMv2 signs in a connection that no other request uses; the body goes with the last message only.',
  ),
  'auth:explicit': fromDesign(
    'execution#filling-in',
    'An Authorization header of the request takes precedence over auth.',
  ),
  'url:missing': fromInterface('A request without a URL fails.'),
  'url:invalid': fromInterface('A script that makes the URL or the method invalid fails the execution.'),
  'url:scheme': fromDesign('execution#filling-in', 'A scheme other than http and https is URL_INVALID.'),
} as const;
