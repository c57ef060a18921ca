/** How a hostile script may end. Several where an engine's version decides which limit is met first. */
export type Ending = 'answers' | 'fails' | 'times out' | 'runs out of memory';

/** A script that wants to hurt. */
export interface HostileScript {
  readonly name: string;
  /** A whole module. */
  readonly source: string;
  /** The handler that is asked for. */
  readonly handler: 'onRequest' | 'onTest';
  readonly ends: readonly Ending[];
}

type Sources = Readonly<Record<string, string>>;

const made =
  (handler: HostileScript['handler'], wrap: (body: string) => string) =>
  (ends: readonly Ending[], scripts: Sources): HostileScript[] =>
    Object.entries(scripts).map(([name, body]) => ({ name, source: wrap(body), handler, ends }));

/** Scripts by the bodies of their asynchronous onRequest(req). */
export const hostile = made('onRequest', (body) => `export async function onRequest(req) { ${body} }`);

/** Scripts by their whole modules. */
export const modules = made('onRequest', (body) => body);

/** Scripts by the bodies of their onTest(req, res). */
export const inTests = made('onTest', (body) => `export async function onTest(req, res) { ${body} }`);
