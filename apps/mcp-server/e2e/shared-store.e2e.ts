import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  hasPostgres,
  launch,
  type LaunchedProgram,
  type PostgresServer,
  startPostgres,
  temporaryFolder,
  readToolResult,
} from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const pollOptions = { timeout: 60_000 };

/** How long a hook may take, in milliseconds: starting servers is slow on a busy machine. */
const hookMs = 240_000;

/** The key that both servers use. */
const storeKey = Buffer.alloc(32, 7).toString('base64');

interface Member {
  readonly process: LaunchedProgram;
  readonly client: Client;
  /** The notifications that the client has received. */
  readonly heard: readonly string[];
}

/** Starts a server on the store, and a client that listens to the server's notifications. */
const joinStore = async (url: string, folder: string, args: readonly string[] = []): Promise<Member> => {
  const process = launch('mcp-server', ['--data-dir', folder, ...args], {
    TANDEM_STORE: url,
    TANDEM_STORE_KEY: storeKey,
  });
  const client = new Client({ name: 'e2e', version: '1' });
  const heard: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    heard.push(params.uri);
  });
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    heard.push('list');
  });
  const at = /http:\S+/.exec((await process.lines(1))[0] ?? '')?.[0] ?? '';
  await client.connect(new StreamableHTTPClientTransport(new URL(at)));
  return { process, client, heard };
};

const call = async ({ client }: Member, name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args });
  const content = readToolResult<Record<string, string>>(result);
  return { isError: result.isError === true, content, text: JSON.stringify(result.content) };
};

/** The names in a list, as read by one member. */
const listNames = async (member: Member): Promise<string> =>
  JSON.stringify((await call(member, 'rest_list', {})).content);

describe.runIf(hasPostgres())(
  'two servers on one PostgreSQL store',
  { tags: 'storage:shared', timeout: 240_000 },
  () => {
    let server: PostgresServer;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let [mine, theirs]: Member[] = [];
    const password = 'correct-horse-battery';

    beforeAll(async () => {
      folder = await temporaryFolder();
      server = await startPostgres();
      await server.sql(`CREATE ROLE tandem LOGIN PASSWORD '${password}'`);
      await server.sql('CREATE DATABASE tandem OWNER tandem');
      const url = server.urlOf('tandem', `tandem:${password}`);
      mine = await joinStore(url, `${folder.path}/a`, ['--workspace', `${folder.path}/shop`]);
      theirs = await joinStore(url, `${folder.path}/b`);
    }, hookMs);
    afterAll(async () => {
      for (const member of [mine, theirs]) {
        await member?.client.close();
        expect(await member?.process.stop()).toMatchObject({ code: 0 });
        expect(member?.process.out.stderr).not.toContain(password);
      }
      await server.remove();
      await folder.remove();
    }, hookMs);

    const both = (): readonly [Member, Member] => {
      if (mine === undefined || theirs === undefined) throw new Error('a server did not start');
      return [mine, theirs];
    };

    /** Repeats a change until the client is notified of it. The client may still be opening its notification stream. */
    const hears = (member: Member, what: string, change: () => Promise<unknown>) =>
      expect
        .poll(async () => {
          await change();
          return member.heard;
        }, pollOptions)
        .toContain(what);

    it('serve one team: clients of one server are notified of changes in the other server, and can read them', async () => {
      const [a, b] = both();
      await hears(b, 'list', () => call(a, 'rest_create', { name: 'Shared' }));
      const { content } = await call(a, 'rest_create', { name: 'Watched' });
      const uri = `tandem://workspaces/${content.workspaceId}/rest/${content.id}`;
      await b.client.subscribeResource({ uri });
      await hears(b, uri, () => call(a, 'rest_update', { id: content.id, name: 'Renamed' }));
      expect(await listNames(b)).toContain('Renamed');
    });

    it('synchronize one workspace at the same time without a conflict', async () => {
      const [a, b] = both();
      const reports = await Promise.all(
        [a, b, a, b].map((member) => call(member, 'synchronization_synchronize', {})),
      );
      expect(reports.map(({ isError }) => isError)).toEqual([false, false, false, false]);
      for (const { content } of reports) expect(content).toMatchObject({ conflicts: [] });
    });

    it('report that the database server does not respond, and are notified of changes again after its restart', async () => {
      const [a, b] = both();
      await server.stop();
      const { isError, text } = await call(a, 'rest_create', { name: 'Lost' });
      expect(isError).toBe(true);
      expect(text).toContain(`postgres://127.0.0.1:${server.port}/tandem does not answer`);
      expect(text).not.toContain(password);
      await server.start();
      // The first call after a restart may still use a closed connection.
      const create = (name: string) => call(a, 'rest_create', { name });
      await expect.poll(async () => (await create('Back')).isError, pollOptions).toBe(false);
      await expect.poll(() => listNames(b), pollOptions).toContain('Back');
      const { content } = await create('Watched once more');
      const uri = `tandem://workspaces/${content.workspaceId}/rest/${content.id}`;
      await b.client.subscribeResource({ uri });
      await hears(b, uri, () => call(a, 'rest_update', { id: content.id, name: 'Renamed once more' }));
    });
  },
);

describe('a server whose store cannot be used', { tags: 'storage:refused' }, () => {
  it.each([
    ['where nothing listens', 'postgres://tandem:hunter2hunter2@127.0.0.1:1/tandem', 'does not answer'],
    ['that is not a URL', 'mysql://tandem:hunter2hunter2@h/d', 'is not the URL of a PostgreSQL database'],
  ])('ends with one line that shows no password: %s', async (_, url, text) => {
    const folder = await temporaryFolder();
    const program = launch('mcp-server', ['--data-dir', `${folder.path}/data`], {
      TANDEM_STORE: url,
      TANDEM_STORE_KEY: storeKey,
    });
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(program.out.stderr).toContain(text);
    expect(program.out.stderr.trim().split('\n')).toHaveLength(1);
    expect(program.out.stderr).not.toContain('hunter2');
    await folder.remove();
  });
});
