import { hasPostgres, type PostgresServer, startPostgres } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPostgresStore } from '../src/index.js';

const hookMs = 240_000;
const password = 'wrong-horse-battery';

describe.runIf(hasPostgres())(
  'the message about a refused store',
  { tags: 'storage:refused', timeout: 240_000 },
  () => {
    let server: PostgresServer;

    beforeAll(async () => {
      server = await startPostgres();
      await server.sql(`CREATE ROLE tandem LOGIN PASSWORD 'right'`);
      await server.sql('CREATE ROLE guest LOGIN');
      for (const name of ['closed', 'later']) await server.sql(`CREATE DATABASE ${name}`);
      await server.sql('REVOKE CREATE ON SCHEMA public FROM PUBLIC', 'closed');
      await server.sql(`CREATE DATABASE bytes ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'`);
      await server.sql(
        `CREATE TABLE tandem_migrations (id serial, timestamp bigint, name text);
       INSERT INTO tandem_migrations (timestamp, name) VALUES (9, 'Future9')`,
        'later',
      );
    }, hookMs);
    afterAll(() => server.remove(), hookMs);

    it.each([
      ['with a wrong password', 'postgres', `tandem:${password}`, 'does not let the user tandem in'],
      ['without a password', 'postgres', 'tandem', 'put it into the URL, PGPASSWORD or ~/.pgpass'],
      ['with a database that is missing', 'nowhere', 'admin', 'create it with: createdb nowhere'],
      ['of a newer version', 'later', 'admin', 'was written by a newer version of Tandem (Future9)'],
      ['without the right to create tables', 'closed', 'guest', 'grant it CREATE on the schema'],
      ['in another encoding', 'bytes', 'admin', 'has the encoding SQL_ASCII'],
    ])('has one line without the password for a store %s', async (_, database, user, text) => {
      const error = await openPostgresStore({
        url: server.urlOf(database, user),
        keyFile: server.keyFile,
      }).then(
        () => undefined,
        (refused: unknown) => refused as Error,
      );
      expect(error).toMatchObject({ name: 'UnusableDatabase', forUser: true });
      expect(error?.message).toContain(text);
      expect(error?.message).toContain(`postgres://127.0.0.1:${server.port}/${database}`);
      expect(error?.message).not.toContain('\n');
      expect(error?.message).not.toContain(password);
    });
  },
);
