/** SQL that differs between databases. Arguments and results are SQL expressions. */
export interface Dialect {
  /** The position of `part` in `text`, from 1; 0 if it does not occur. */
  readonly find: (text: string, part: string) => string;
  /** The elements of a JSON list as rows with the column `value`. */
  readonly elements: (json: string) => string;
  /** The texts of a JSON list as rows with the column `value`. */
  readonly texts: (json: string) => string;
  /** Whether a column contains JSON. */
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
  // The table accepts nothing else.
  isJson: () => 'true',
};
