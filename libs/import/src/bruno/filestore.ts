/** What Bruno reads from a file. */
export type ParsedFile = Readonly<Record<string, unknown>> & {
  readonly type?: unknown;
  readonly name?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
};

interface Format {
  readonly format: 'bru' | 'yml';
}

type Parse = (text: string, format: Format) => ParsedFile;
type Stringify = (parsed: ParsedFile, format: Format) => string;

/** The functions of `@usebruno/filestore`, whose own types need a package that it does not ship. */
export interface FileStore {
  readonly parseRequest: Parse;
  readonly stringifyRequest: Stringify;
  readonly parseFolder: Parse;
  readonly stringifyFolder: Stringify;
  readonly parseEnvironment: Parse;
  readonly stringifyEnvironment: Stringify;
  readonly parseCollection: Parse;
  readonly stringifyCollection: (
    parsed: ParsedFile,
    config: Readonly<Record<string, unknown>>,
    format: Format,
  ) => string;
}
