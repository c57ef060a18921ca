import type { DataSource } from 'typeorm';

const onOneLine = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([(]) | (?=[),])/g, '$1')
    .trim();

const toText = (statements: readonly string[]): string => `${statements.join('\n')}\n`;

/** Reads every table, index and trigger of a SQLite file, one statement per line, sorted by name. */
export const readSqliteSchema = async (source: DataSource): Promise<string> => {
  const things = await source.query<{ readonly sql: string }[]>(
    `SELECT "sql" FROM sqlite_master WHERE "sql" IS NOT NULL ORDER BY "name"`,
  );
  return toText(things.map(({ sql }) => onOneLine(sql)));
};

/** Reads the columns, constraints, indexes, triggers and functions of a PostgreSQL database, one per line, sorted within each kind. */
export const readPostgresSchema = async (source: DataSource): Promise<string> => {
  const things = await source.query<{ readonly line: string }[]>(`
    SELECT line FROM (
      SELECT 1 AS kind, format('column %s.%s %s: %s%s%s%s', table_name, lpad(ordinal_position::text, 2, '0'), column_name,
        data_type || coalesce(' collate ' || collation_name, ''),
        CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END,
        CASE WHEN column_default IS NULL THEN '' ELSE ' default ' || column_default END,
        CASE WHEN identity_generation IS NULL THEN '' ELSE ' identity ' || identity_generation END) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL
      SELECT 2, format('constraint %s.%s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
      UNION ALL
      SELECT 3, indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL
      SELECT 4, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL
      SELECT 5, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT 6, format('sequence %s %s %s %s', sequencename, data_type, start_value, increment_by)
      FROM pg_sequences WHERE schemaname = 'public'
    ) AS things ORDER BY kind, line COLLATE "C"`);
  return toText(things.map(({ line }) => onOneLine(line)));
};
