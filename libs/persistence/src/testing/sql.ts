import sqlite3 from 'sqlite3';

/** Runs SQL without the repositories, like another program. */
export const executeSql = (file: string, statements: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    database.exec(statements, (error) => {
      database.close(() => (error ? reject(error) : resolve()));
    });
  });
