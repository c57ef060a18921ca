/** The result of a `tools/call` request, with the fields that tests read. */
export interface ToolAnswer {
  readonly content?: unknown;
  readonly isError?: unknown;
  readonly [more: string]: unknown;
}

interface BlockName {
  readonly block: number;
  readonly size: number;
}

const isBlockName = (value: unknown): value is BlockName =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  typeof (value as Partial<BlockName>).block === 'number' &&
  typeof (value as Partial<BlockName>).size === 'number';

const removeFence = (text: string): string =>
  /^--- untrusted ([0-9a-f]+)\n([^]*)\n--- end \1$/.exec(text)?.[2] ?? text;

/** Reads the texts in the result of a tool, in order. */
export const readTexts = ({ content }: ToolAnswer): readonly string[] =>
  (content as readonly { readonly text: string }[]).map(({ text }) => text);

/** The JSON in the result of a tool, with long texts inserted at the paths that name their blocks. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as a test expects the result, such as a client's `json<A>()`
export const readToolResult = <A = Record<string, unknown>>(answer: ToolAnswer): A => {
  const [json = '', ...texts] = readTexts(answer);
  return JSON.parse(json, (_name, value: unknown) =>
    isBlockName(value) ? removeFence(texts[value.block - 2] ?? '') : value,
  ) as A;
};
