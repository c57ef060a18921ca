import pg from 'pg';

/** Runs SQL without the repositories, like another program, and returns the rows of the last statement. */
export const runPostgresSql = async (url: string, statement: string): Promise<readonly unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
};

/** Deletes all rows except the rows that number the changes and the row with the id of the key. */
export const deleteAllRows = async (url: string): Promise<void> => {
  await runPostgresSql(
    url,
    `TRUNCATE "workspaces" CASCADE; DELETE FROM "settings" WHERE "name" <> 'secretKeys'`,
  );
};
