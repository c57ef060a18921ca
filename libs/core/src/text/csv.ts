/** The context in which the parser found a field. */
interface FieldContext {
  /** Whether it is in quotes. */
  readonly quoting: boolean;
  readonly header: boolean;
}

type CsvRecord = Readonly<Record<string, string | number>>;

/** The records of the text, each with its fields by header name; or why the text cannot be read, with the line. */
export type CsvRecords = { readonly rows: readonly CsvRecord[] } | { readonly problem: string };

/**
 * Reads the value of a field. As in newman, an unquoted number becomes a number, but here only if JavaScript writes the number in the same
 * way, so that `007` and `1.50` keep their digits.
 */
const readField = (text: string, { quoting, header }: FieldContext): string | number =>
  !quoting && !header && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;

const findHeaderProblem = (names: readonly string[]): string | undefined => {
  if (names.includes('')) return 'Line 1: a column has no name.';
  const [only = ''] = names;
  const separator = names.length > 1 ? undefined : /[;\t]/.exec(only)?.[0];
  if (separator !== undefined) {
    const what = separator === ';' ? 'semicolons' : 'tabs';
    return `Line 1: the only column is "${only.replaceAll('\t', '\\t')}". Columns are separated by commas, and here by ${what}; save the file with commas.`;
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `Line 1: the column "${twice}" is there twice.`;
};

/** Reads CSV with a header (RFC 4180). Accepts a byte order mark and empty lines. The parser is loaded on first use. */
export const readCsv = async (text: string): Promise<CsvRecords> => {
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync');
  try {
    let problem: string | undefined;
    const columns = (header: readonly string[]): string[] => {
      const names = header.map((name) => name.trim());
      problem = findHeaderProblem(names);
      return names;
    };
    const rows = parse<CsvRecord>(text, {
      columns,
      bom: true,
      skip_empty_lines: true,
      // As in newman, spaces around a value are dropped, and quotes inside an unquoted value are part of it.
      trim: true,
      relax_quotes: true,
      cast: readField,
      // As in newman, a line may end early. It then has no value for the other columns.
      relax_column_count_less: true,
    });
    return problem === undefined ? { rows } : { problem };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    return { problem: `${Number.isNaN(line) ? '' : `Line ${line}: `}${error.message}` };
  }
};
