/** A request of a Bruno collection with its scripts. */
export interface BrunoItem {
  readonly name: string;
  /** Where its path is; `{{base}}` if missing. */
  readonly base?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: object;
  readonly auth?: unknown;
  readonly params?: readonly object[];
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly before?: string;
  readonly after?: string;
  readonly tests?: string;
  /** Expressions with an operator and a value, such as `['res.status', 'eq', '200']`. */
  readonly assertions?: readonly (readonly [expression: string, operator: string, value?: string])[];
  /** Variables from the response, by name. */
  readonly set?: Readonly<Record<string, string>>;
  readonly settings?: object;
}

/** A test around a body. */
export const wrapInTest = (name: string, body: string): string =>
  `test(${JSON.stringify(name)}, async () => { ${body} });`;

/** Numbered tests, one for each body. */
export const wrapInTests = (name: string, ...bodies: readonly string[]): string =>
  bodies.map((body, index) => wrapInTest(`${name} ${index + 1}`, body)).join('\n');

/** An item whose tests check one body after another. */
export const createCheckItem = (name: string, path: string, ...bodies: readonly string[]): BrunoItem => ({
  name,
  path,
  tests: wrapInTests(name, ...bodies),
});
