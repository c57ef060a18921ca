import { type CallContext, createQuietContext } from '@tandem/application';
import { type DryRun, type ExecutionResult, type Guard, openGuard } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const secret = 'hunter-2-hunter-2';
let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_request, response) => response.end('{}'));
});
afterAll(() => on.close());

const createGuardedEnvironment = async (guard: Guard = openGuard): Promise<string> => {
  const name = `Live ${Math.random()}`;
  const { id } = await unwrapResult(on.application.environments.create({ name, secrets: { TOKEN: secret } }));
  await unwrapResult(on.application.environments.guard({ id, guard }));
  return id;
};

const agent = (): CallContext => ({
  ...createQuietContext(),
  by: 'claude',
  kind: 'mcp',
  session: 's1',
  redactsSecrets: true,
});

const makeDryRun = async (environment: string, fields: Parameters<OnDisk['create']>[0]): Promise<DryRun> => {
  const { id } = await on.create({ url: `${on.url}/users`, ...fields });
  const input = { id, environment, dryRun: true };
  return (await unwrapResult<unknown>(on.application.rest.execute(input, agent()))) as DryRun;
};

const listCodes = ({ diagnostics }: DryRun) => diagnostics.map(({ code }) => code);

const listPendingApprovals = async () => (await unwrapResult(on.application.approvals.list())).approvals;

describe('a dry run of an agent', { tags: 'dry-run:guard' }, () => {
  it('reports that a person would be asked, and does not ask', async () => {
    const leave = on.application.attend();
    const environment = await createGuardedEnvironment({ ...openGuard, protected: true });
    const shown = await makeDryRun(environment, {
      method: 'POST',
      auth: { type: 'bearer', token: '{{TOKEN}}' },
    });
    expect(shown.error).toBeNull();
    expect(shown.diagnostics).toEqual([
      {
        code: 'APPROVAL_NEEDED',
        message: expect.stringMatching(
          /^An execution would ask a person to allow this POST with the environment "Live .*asked nobody\.$/,
        ) as string,
        where: 'guard',
      },
    ]);
    expect(await listPendingApprovals()).toEqual([]);
    expect(listCodes(await makeDryRun(environment, { method: 'GET' }))).toEqual([]);
    leave();
  });

  it('reports nothing for requests that were allowed for the session', async () => {
    const leave = on.application.attend();
    const environment = await createGuardedEnvironment({ ...openGuard, protected: true });
    const { id } = await on.create({ method: 'PUT', url: `${on.url}/again` });
    const sending = unwrapResult<ExecutionResult>(on.application.rest.execute({ id, environment }, agent()));
    await expect.poll(async () => (await listPendingApprovals()).length).toBe(1);
    const [question] = await listPendingApprovals();
    const window = on.application.as({ by: 'window', kind: 'window' });
    await unwrapResult(window.approvals.answer({ id: question?.id ?? '', answer: 'session' }));
    expect((await sending).error).toBeNull();
    expect(listCodes(await makeDryRun(environment, { method: 'PUT', url: `${on.url}/again` }))).toEqual([]);
    expect(listCodes(await makeDryRun(environment, { method: 'PUT' }))).toEqual(['APPROVAL_NEEDED']);
    leave();
  });

  it('reports that a rule would refuse the request after its script', async () => {
    const rules = [{ methods: ['DELETE'], hosts: [], then: 'deny' as const }];
    const environment = await createGuardedEnvironment({
      ...openGuard,
      agents: { rules, otherwise: 'allow' },
    });
    const script = `export const onRequest = (req) => { req.method = 'DELETE'; };`;
    const shown = await makeDryRun(environment, { script });
    expect(shown.diagnostics).toMatchObject([
      { code: 'GUARD_DENIED', message: expect.stringContaining('would be refused') as string },
    ]);
    expect(listCodes(await makeDryRun(environment, {}))).toEqual([]);
  });

  it("reports that a secret would not be sent to a host, and redacts the secret's value", async () => {
    const environment = await createGuardedEnvironment();
    const { port } = new URL(on.url);
    const binding = { environment, name: 'TOKEN', hosts: [`127.0.0.1:${port}`] };
    await unwrapResult(on.application.secretHosts.choose(binding));
    const auth = { type: 'bearer', token: '{{TOKEN}}' } as const;
    const shown = await makeDryRun(environment, { url: `http://localhost:${port}/`, auth });
    expect(shown.diagnostics).toMatchObject([
      {
        code: 'SECRET_HOST_REFUSED',
        message: `An execution would be refused: the secret TOKEN may only be sent to 127.0.0.1:${port}, and this request would take it to localhost:${port}.`,
      },
    ]);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(listCodes(await makeDryRun(environment, { auth }))).toEqual([]);
  });

  it('does not count toward the requests per minute', async () => {
    const agents = { rules: [], otherwise: 'allow' as const, perMinute: 1 };
    const environment = await createGuardedEnvironment({ ...openGuard, agents });
    for (const _ of [1, 2]) expect(listCodes(await makeDryRun(environment, {}))).toEqual([]);
    const { id } = await on.create({ url: `${on.url}/users` });
    const sent = await unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id, environment }, agent()),
    );
    expect(sent.error).toBeNull();
  });

  it('reports when the limit per minute is reached', async () => {
    const agents = { rules: [], otherwise: 'allow' as const, perMinute: 1 };
    const environment = await createGuardedEnvironment({ ...openGuard, agents });
    const { id } = await on.create({ url: `${on.url}/users` });
    await unwrapResult(on.application.rest.execute({ id, environment }, agent()));
    expect((await makeDryRun(environment, {})).diagnostics).toEqual([
      {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(
          /refused now: agents may send 1 requests a minute .* in \d+ s\.$/,
        ) as string,
        where: 'guard',
      },
    ]);
  });
});
