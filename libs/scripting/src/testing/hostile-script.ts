/** How a hostile script may end. Several values if the engine determines which limit is exceeded first. */
export type HostileOutcome = 'answers' | 'fails' | 'times out' | 'runs out of memory';

/** A malicious script. */
export interface HostileScript {
  readonly name: string;
  /** The complete module. */
  readonly source: string;
  /** The handler to call. */
  readonly handler: 'onRequest' | 'onTest';
  readonly ends: readonly HostileOutcome[];
}

type Sources = Readonly<Record<string, string>>;

const createScriptFactory =
  (handler: HostileScript['handler'], wrap: (body: string) => string) =>
  (ends: readonly HostileOutcome[], scripts: Sources): HostileScript[] =>
    Object.entries(scripts).map(([name, body]) => ({ name, source: wrap(body), handler, ends }));

/** Scripts written as the body of their asynchronous onRequest(req). */
export const createHostileScripts = createScriptFactory(
  'onRequest',
  (body) => `export async function onRequest(req) { ${body} }`,
);

/** Scripts written as complete modules. */
export const createModuleScripts = createScriptFactory('onRequest', (body) => body);

/** Scripts written as the body of their onTest(req, res). */
export const createTestScripts = createScriptFactory(
  'onTest',
  (body) => `export async function onTest(req, res) { ${body} }`,
);
