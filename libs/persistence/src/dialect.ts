/** The SQL that databases spell differently. What is given is SQL, and so is what comes back. */
export interface Dialect {
  /** Where `part` begins in `text`, from 1; 0 when it is not in it. */
  readonly find: (text: string, part: string) => string;
  /** The elements of a JSON list as rows, their column called `value`. */
  readonly elements: (json: string) => string;
  /** The texts of a JSON list as rows, their column called `value`. */
  readonly texts: (json: string) => string;
  /** Whether a column holds JSON. */
  readonly isJson: (column: string) => string;
}

export const sqliteDialect: Dialect = {
  find: (text, part) => `instr(${text}, ${part})`,
  elements: (json) => `json_each(${json})`,
  texts: (json) => `json_each(${json})`,
  isJson: (column) => `json_valid(${column})`,
};

export const postgresDialect: Dialect = {
  find: (text, part) => `strpos(${text}, ${part})`,
  elements: (json) => `json_array_elements(CAST(${json} AS json))`,
  texts: (json) => `json_array_elements_text(CAST(${json} AS json))`,
  // The table refuses anything else.
  isJson: () => 'true',
};
