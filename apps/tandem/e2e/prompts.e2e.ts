import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from '@tandem/node/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let server: Server;
let targets: string[] = [];
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-prompts-'));
  server = createServer((request, response) => {
    targets.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await mkdir(join(folder, 'tandem'));
  await writeFile(
    join(folder, 'tandem', 'opencollection.yml'),
    'opencollection: "1.0.0"\ninfo:\n  name: Shop\n',
  );
  const auth = '  auth:\n    type: bearer\n    token: "{{?password!}}"\n';
  await writeFile(
    join(folder, 'tandem', 'list.yml'),
    `info:\n  name: List\n  type: http\nhttp:\n  method: GET\n  url: "${url()}/{{?City:Oslo}}/{{?Your name}}"\n${auth}`,
  );
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  targets = [];
});

const run = async (...args: readonly string[]) => {
  const program = launch('tandem', ['run', folder, ...args], {});
  const { code } = await program.exited;
  return { code, ...program.out };
};

describe('tandem run', { tags: 'prompt:command' }, () => {
  it('lists the prompts without an answer, sends nothing and ends with code 2', async () => {
    const { code, stderr } = await run('--prompt', 'Your name=Ann');
    expect(code).toBe(2);
    expect(stderr).toMatch(/nobody could be asked for password\. Pass --prompt '?password=…'?/);
    expect(targets).toEqual([]);
  });

  it('names the prompts that there are if --prompt answers none of them', async () => {
    const answers = ['Your name=Ann', 'Ctiy=Rome', 'password!=hunter-2-hunter'];
    const { code, stderr } = await run(...answers.flatMap((answer) => ['--prompt', answer]));
    expect([code, targets]).toEqual([0, ['/Oslo/Ann Bearer hunter-2-hunter']]);
    expect(stderr).toBe(
      'tandem: --prompt Ctiy answers nothing: this run asks for City, Your name, password.\n',
    );
  });

  it('takes answers from --prompt, and does not show hidden answers', async () => {
    const { code, stdout, stderr } = await run(
      '--prompt',
      'Your name=Ann',
      '--prompt',
      'password=hunter-2-hunter',
    );
    expect([code, targets]).toEqual([0, ['/Oslo/Ann Bearer hunter-2-hunter']]);
    expect(stdout + stderr).not.toContain('hunter-2-hunter');
  });
});
