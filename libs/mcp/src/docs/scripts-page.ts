/** Generated from docs/guides/scripts.md by `npx vitest run libs/mcp/src/docs --update`. */
export const scriptsPage = `# Scripts

Each REST request can have a script: an ES module in plain JavaScript. It exports up to three handlers, which may be asynchronous.

\`\`\`js
export function onRequest(req) {
  req.headers.set('x-trace', req.env.getVariable('trace') ?? 'none');
}

export function onResponse(req, res) {
  res.env.setVariable('lastStatus', res.status);
}

export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
}
\`\`\`

The handlers share the module's state during one execution. No other execution sees it.

A handler is a function, or a constant that holds one. Diagnostics report common mistakes: \`SCRIPT_NO_EXPORT\` for a handler that is
declared but not exported (it runs anyway), \`SCRIPT_NO_HANDLER\` for a default export, a generator or an exported handler that is
not a function, and \`HANDLER_UNKNOWN\` for an exported function whose name resembles a handler's, such as \`onTests\`, which is never
called.

| handler | runs | return value |
| - | - | - |
| \`onRequest(req)\` | after variables are replaced, before sending | a \`ServiceResponse\` mocks the response; anything else becomes \`preRequest.result\` |
| \`onResponse(req, res)\` | when there is a response, mocked or not | becomes \`postResponse.result\`; then changes to the environment are stored |
| \`onTest(req, res)\` | last, even if \`onResponse\` failed | ignored; the tests are the result |

Return values are serialized with \`JSON.stringify\` and limited to 64 KiB. Functions and symbols are omitted, and a \`Map\` or an \`Error\`
becomes \`{}\`. A cycle or a \`BigInt\` fails the handler.

\`rest_update_script\` replaces the whole script, or parts of it by \`edits\`: each is \`{old, new}\`, where \`old\` occurs once in the script. Its result
contains a unified diff. \`NO_MATCH\` names a similar line, \`AMBIGUOUS\` the lines at which the text occurs.

## The request: \`req\`

| name | value |
| - | - |
| \`url\`, \`method\` | strings; \`onRequest\` can change them, and they are validated before sending |
| \`body\` | the text to send, or null; \`onRequest\` can change it |
| \`headers\` | a Fetch \`Headers\` object: \`get\`, \`set\`, \`append\`, \`has\`, \`delete\`, \`forEach\`, iteration |
| \`pathParams\`, \`queryParams\` | the final values, read-only; a repeated query parameter has an array |
| \`variables\` | the \`variables\` of the call, read-only |
| \`id\`, \`name\` | of the saved request |
| \`env\` | the environment, see below |

In \`onResponse\` and \`onTest\`, the request is the one that was sent and is read-only. Setting a header of the request or the response
throws a \`TypeError\`. \`new Headers(res.headers)\` creates a copy that you can change.

## The response: \`res\`

| name | value |
| - | - |
| \`status\`, \`statusText\`, \`ok\` | \`ok\` is true for a status from 200 to 299 |
| \`headers\`, \`cookies\` | \`Headers\`; an array of \`{ name, value, domain, path, expires, maxAge, secure, httpOnly, sameSite }\` |
| \`time\`, \`size\` | milliseconds until the last byte; bytes of the decoded body |
| \`url\` | the final URL, after redirects |
| \`body\`, \`text()\`, \`json()\` | the text; for a binary body or one longer than 10 MiB, \`body\` is null and the functions throw |
| \`bytes()\` | a \`Uint8Array\` |
| \`mocked\` | whether \`onRequest\` mocked the response |
| \`env\` | the same object as \`req.env\` |

## The environment: \`env\`

\`env\` has \`name\` (null when no environment is active), \`getVariable(name)\`, \`setVariable(name, value)\`, \`unsetVariable(name)\`,
\`hasVariable(name)\`, \`getSecret(name)\`, \`setSecret(name, value)\`, \`hasSecret(name)\`, and \`variables()\`, which returns a copy of all
variables. A variable keeps the type that it was set with: text, number, boolean,
null, object or list. In a request it is its JSON, and \`{{user.roles[0]}}\` leads into an object or a list. Secrets are text.

\`{{variables}}\` in the request are replaced before the first handler runs. Each handler sees the changes of the earlier ones.
Changes by \`onRequest\` and \`onResponse\` are stored together after \`onResponse\` succeeds. Changes by \`onTest\` are never stored. Only
changed names are written, so concurrent executions do not overwrite each other's changes. Without an active environment, changes last
for the execution only, and the diagnostic \`NO_ACTIVE_ENVIRONMENT\` reports it.

## Requests of a script: \`send\` and \`execute\`

A handler can send requests and wait for them, if the workspace allows it.

\`\`\`js
export async function onRequest(req) {
  const res = await send({ method: 'POST', url: 'https://example.com/token', form: { user: 'ann' } });
  req.headers.set('authorization', \`Bearer \${res.json().token}\`);
}
\`\`\`

\`send\` takes a URL, or an object with \`url\` and:

| name | value |
| - | - |
| \`method\` | \`GET\` if left out |
| \`headers\` | an object, a list of \`[name, value]\`, or \`Headers\` |
| \`body\` | text; or instead of it \`json\`, any value, or \`form\`, the fields of a form |
| \`auth\` | as in a saved request, such as \`{ type: 'bearer', token }\` |
| \`timeoutMs\` | at most the timeout of the request whose script it is, which all calls of a handler have together |
| \`followRedirects\` | true if left out |

\`execute(request, { variables })\` executes a saved request with its scripts and tests, in the same environment. \`request\` is its id, its path such as
\`users/Login\`, or its name. What its scripts set in the environment is in \`env\` afterwards.

Both resolve to a response like \`res\`; that of \`execute\` also has \`execution\`, with its \`id\` and \`tests\`. A request that fails rejects with an error
that has the \`code\` of the fault, such as \`TIMEOUT\`. A status such as 404 is a response.

- **Permission.** Scripts cannot send anything until a person allows it for the workspace. The window asks, and you can change the answer in the
  **Script** tab of the workspace. \`tandem run --allow-script-requests\` allows it for a run. Otherwise calls throw an error with the code
  \`SCRIPT_REQUESTS_OFF\`. Agents cannot change this.
- A request is sent as it is: \`{{variables}}\` in it are not replaced. It uses the cookies, proxy and certificates of the request that the script
  belongs to, and the same rules for redirects and secrets apply. Cookies that the handler itself has just changed are sent by later handlers only.
- The time for the network does not count towards the limits of the script. A handler ends when all its calls have.
- Each call is one of the \`steps\` of the result, with its URL, status and time. Previews and dry runs send nothing: a call fails, with the diagnostic \`DRY_RUN\`.
- When scripts are rebuilt in another process, their calls get the same responses again, and nothing is sent twice.

## Tests

\`\`\`js
export function onTest(req, res) {
  describe('the list', () => {
    test('has people', () => expect(res.json().people).not.toHaveLength(0));
    test('has names', () => {
      expect(res.json().people[0]).toEqual(expect.objectContaining({ name: expect.any(String) }));
    });
    test.skip('is sorted', () => {});
  });
  test('can be awaited', async () => {
    await expect(Promise.resolve(res.status)).resolves.toBeLessThan(400);
  });
}
\`\`\`

\`test\` (or \`it\`), \`test.skip\`, \`test.only\` and \`describe\` are available in \`onTest\` only; elsewhere they fail the handler. Tests run
one after another, after \`onTest\` has returned.

\`expect\` works like Jest's, with \`.not\`, \`.resolves\` and \`.rejects\`: \`toBe\`, \`toEqual\`, \`toStrictEqual\`, \`toMatchObject\`, \`toMatch\`,
\`toContain\`, \`toContainEqual\`, \`toHaveLength\`, \`toHaveProperty\`, \`toBeDefined\`, \`toBeUndefined\`, \`toBeNull\`, \`toBeNaN\`,
\`toBeTruthy\`, \`toBeFalsy\`, \`toBeGreaterThan\`, \`toBeGreaterThanOrEqual\`, \`toBeLessThan\`, \`toBeLessThanOrEqual\`,
\`toBeCloseTo\`, \`toBeInstanceOf\`, \`toThrow\`. Asymmetric matchers: \`expect.any\`, \`anything\`, \`objectContaining\`, \`arrayContaining\`,
\`stringContaining\`, \`stringMatching\`; the last four also exist on \`expect.not\`.

A test function with a parameter gets \`done\`, which it calls when it has ended, with an error if it failed; it fails if it does not
call it within half of \`TANDEM_SCRIPT_WALL_MS\`. What a test starts and does not await counts too: its timers are waited for as long,
and what they throw fails the test. A timer that is due later is reported as \`TIMER_PENDING\`. A promise that rejects and that nobody
awaits fails \`onTest\`.

## Globals

| name | value |
| - | - |
| \`console\` | writes to the result's \`logs\`; includes \`group\`, \`count\`, \`time\` and format strings such as \`%s\` |
| \`URL\`, \`URLSearchParams\`, \`Headers\` | as in a browser |
| \`TextEncoder\`, \`TextDecoder\` | UTF-8 only |
| \`atob\`, \`btoa\`, \`structuredClone\`, \`queueMicrotask\` | as in a browser |
| \`crypto\` | \`randomUUID\`, \`getRandomValues\`, \`subtle.digest\`, and HMAC with \`subtle.importKey\`, \`sign\`, \`verify\` |
| \`setTimeout\`, \`clearTimeout\` | limited by the handler's time; a timer due between two handlers fires during the next |

Scripts have no files, processes, network other than \`send\` and \`execute\`, WebAssembly, \`require\` or \`import\`, and no access to the program that runs them.

## Mock a response

\`\`\`js
export function onRequest(req) {
  if (req.pathParams.id === '0') return ServiceResponse.json({ error: 'not found' }, { status: 404 });
}
\`\`\`

## Cookies: \`cookies\`

The global \`cookies\` is the cookie jar of the workspace and environment.

| call | effect |
| - | - |
| \`cookies.get(url, name)\` | the value of the cookie that a request to \`url\` gets, or undefined |
| \`cookies.list(url)\` | all of them: \`{ name, value, domain, path, hostOnly, expires, secure, httpOnly, sameSite }\` |
| \`cookies.set(url, name, value, attributes?)\` | sets a cookie as a response from \`url\` would, replacing the one of the same name, domain and path |
| \`cookies.delete(url, name)\` | deletes all cookies of that name that a request to \`url\` gets; returns whether there were any |
| \`cookies.clear()\` | deletes all cookies of the jar, also those of other hosts |

\`attributes\` are \`domain\`, \`path\`, \`expires\` (a date), \`maxAge\` (seconds), \`secure\`, \`httpOnly\` and \`sameSite\`; a cookie of \`cookies.list\` or
\`res.cookies\` will do. As in a response, a cookie without \`domain\` is for the host of \`url\` alone, one without \`path\` is for the folder of its
path, and one without a date is a session cookie.

\`\`\`js
export function onRequest(req) {
  const token = cookies.get(req.url, 'XSRF-TOKEN');
  if (token !== undefined) req.headers.set('x-xsrf-token', decodeURIComponent(token));
  cookies.set(req.url, 'theme', 'dark', { path: '/' });
}
\`\`\`

- What \`onRequest\` sets is sent with this very request, and what it deletes is not. Changes are stored when the request is sent, or answered
  by a mock; those of \`onResponse\` when it succeeds, and those of \`onTest\` never.
- Later handlers see what responses have set, also those of redirects.
- Cookies with \`HttpOnly\` are included: the attribute is for scripts of web pages. Those with \`Secure\` are for HTTPS and for this machine.
- The jar checks each change again. One that the public suffix list forbids is dropped with the diagnostic \`COOKIE_REFUSED\`.
- With \`settings.cookies: false\` there are no cookies, and changes have no effect, which \`COOKIES_OFF\` reports.
- In an execution by an agent, the value of a cookie that others received is \`‹cookie:name›\`, which \`COOKIE_HIDDEN\` reports. The request is
  sent with the cookie itself.
- \`res.cookies\` has what the response set, and \`req.headers\` only a Cookie header that the request has itself.

## The run: \`run\`

The global \`run\` tells a script about the run that its request is part of.

| name | value |
| - | - |
| \`run.id\` | the id of the run; null if the request is executed alone |
| \`run.iteration\`, \`iterations\` | the number of this iteration from 1, and how many there are |
| \`run.row\` | the data row of this iteration, null without rows |
| \`run.environment\` | the name of the environment, null without one |
| \`run.attempt\` | 1, or more when the request runs again because it failed |
| \`run.seed\` | a number that is the same in each run with the same seed |
| \`run.skip(reason)\` | does not send the request, whose outcome is \`skipped\`; in \`onRequest\` only |
| \`run.stop(reason)\` | ends the run after this request; what did not run is \`skipped\` |
| \`run.next(request)\` | continues with the request of this name or path; \`null\` ends the iteration |

\`\`\`js
export function onRequest() {
  if (run.row?.active === 'no') run.skip('the user is not active');
}

export function onResponse(req, res) {
  if (res.status === 503) run.stop('the service is down');
  if (res.headers.get('x-state') === 'pending') run.next(req.name);
}
\`\`\`

- A control does not end its handler; use \`return\` for that. After \`run.skip\`, scripts further in do not run, and neither do the other handlers.
- The last \`run.next\` of a request counts. Requests that it passes over are reported as skipped.
- A name that several requests have means the one in the same folder; otherwise write the path, such as \`users/Get user\`.
- An unknown name fails the request and ends the iteration. So does a loop that has run 1,000 requests again.
- A request that is executed alone sees a run of one iteration. \`run.skip\` works there; \`run.stop\` and \`run.next\` have no effect, which the
  diagnostic \`NO_RUN\` reports.
- Reasons and names are strings of at most 500 characters; anything else fails the handler.

## When a handler fails

| handler | consequence |
| - | - |
| \`onRequest\` | nothing is sent, the result's \`error\` is set and the other handlers do not run; the same if the script does not load |
| \`onResponse\` | \`postResponse.success\` is false, no changes to the environment are stored, \`onTest\` still runs and \`error\` stays null |
| \`onTest\` | \`tests.summary.success\` is false with the error, and earlier test results are kept; a failed test is not an error |

An unhandled rejection or an exception in a timer fails the handler that is running. Errors include the line and column in the script
and a stack of the script's own frames. A thrown value that isn't an \`Error\` has no position. The message of a failed test ends with
its position.

A script that exceeds a limit ends with \`SCRIPT_TIMEOUT\`, \`SCRIPT_MEMORY\` or \`SCRIPT_ERROR\`; other executions are not affected. Its later
handlers see the state from before the handler that was stopped. The console lines and test results of that handler are kept, unless the
script crashed its process.

Scripts run in separate processes, which are replaced after such a fault. Other scripts in the process are rebuilt in a new one by
replaying their finished handlers, with the same clock readings, random values and ids.

`;
