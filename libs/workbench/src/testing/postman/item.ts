/** A collection request with its scripts in Postman's interface. */
export interface PostmanItem {
  readonly name: string;
  readonly path?: string;
  /** The complete URL, if it has more than a path. */
  readonly url?: object;
  readonly method?: string;
  readonly headers?: readonly (readonly [name: string, value: string, isDisabled?: boolean])[];
  readonly auth?: object;
  readonly body?: object;
  readonly before?: string;
  readonly tests?: string;
}

/** A test around a body. */
export const wrapInTest = (name: string, body: string): string =>
  `pm.test(${JSON.stringify(name)}, () => { ${body} });`;

/** An item whose tests check one body after another. */
export const createCheckItem = (name: string, path: string, ...bodies: readonly string[]): PostmanItem => ({
  name,
  path,
  tests: bodies.map((body, index) => wrapInTest(`${name} ${index + 1}`, body)).join('\n'),
});
