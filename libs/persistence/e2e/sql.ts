import pg from 'pg';

/** Runs SQL past the repositories, as another program would, and gives the rows of the last statement. */
export const postgresSql = async (url: string, statement: string): Promise<readonly unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
};

/** Deletes every row but those that number the changes, which go on, and the id of the key. */
export const empty = async (url: string): Promise<void> => {
  await postgresSql(
    url,
    `TRUNCATE "workspaces" CASCADE; DELETE FROM "settings" WHERE "name" <> 'secretKeys'`,
  );
};
