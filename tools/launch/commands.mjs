import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { install } from './install.mjs';
import { recommendNode } from './node-version.mjs';
import { build } from './prepare.mjs';
import { getProgramPath } from './programs.mjs';
import { root, say } from './say.mjs';

/**
 * Ends this process when npm's shell, which started it, has ended. npm forwards signals only to that shell, so the process would
 * otherwise occupy its port forever.
 */
const endWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
};

/** Runs a built application in this process, which keeps its signals and exit code. */
const createAppCommand = (name) => async (args) => {
  // Do not install: a client that starts a server times out long before the packages are installed.
  build({ mayInstall: !args.includes('--stdio') });
  endWithNpm();
  const main = getProgramPath(name);
  process.argv = [process.argv[0], main, ...args];
  await import(pathToFileURL(main).href);
};

/** Runs a program on this terminal and exits with its exit code. */
const run = (program, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve(code ?? 1);
    });
  });

const getBinPath = (name) => join(root, 'node_modules', '.bin', name);

/** Runs the tests of a scope (tools/tests/scope.mjs), and always the tests named by `args`. */
const test = async (args, scope) => {
  const { findChangedTests: changedTests } = args.includes('--changed')
    ? await import('../tests/changed.mjs')
    : {};
  const given = args.filter((arg) => arg !== '--changed');
  const changed = changedTests?.();
  if (changed?.length === 0) {
    say('nothing that has tests has changed since the branch left main');
    return 0;
  }
  if (changed) say(`testing ${changed.join(', ')}`);
  const isNamed = given.some((arg) => !arg.startsWith('-'));
  return run(getBinPath('vitest'), ['run', ...given, ...(changed ?? [])], {
    TANDEM_TEST_BUILT: 'yes',
    TANDEM_TEST_SCOPE: isNamed ? 'all' : scope,
  });
};

/** Fetches the tool of a single command, so that a failure is reported in one sentence. */
const fetchTool = async (name) => (await import('../fetch/fetch-tool.mjs')).fetchTool(name);

/** Runs the tests in the file of the MCP server with this name, and lists each test. */
const testMcpServer = (name) =>
  run(getBinPath('vitest'), ['run', '--root', join(root, 'apps', 'mcp-server'), name, '--reporter=verbose']);

const executeInTurn = async (steps) => {
  for (const step of steps) if ((await step()) !== 0) return;
};

export const commands = {
  desktop: async (args) => {
    recommendNode();
    await createAppCommand('desktop')(args);
  },
  'echo-server': createAppCommand('echo-server'),
  'mcp-server': createAppCommand('mcp-server'),
  tandem: async (args) => {
    // npm runs scripts in the repository, but paths are relative to the directory where npm was called.
    process.chdir(process.env.INIT_CWD ?? '.');
    await createAppCommand('tandem')(args);
  },
  build: async () => build(),
  test: async (args) => {
    build();
    await test(args, 'everyday');
  },
  'test:all': async (args) => {
    build();
    const given = args.filter((arg) => arg !== '--rest');
    await test(given, given.length < args.length ? 'rest' : 'all');
  },
  pictures: async () => {
    build();
    await run(getBinPath('vitest'), ['run', 'pictures'], { TANDEM_RENEW_PICTURES: '1' });
  },
  conformance: async () => {
    build();
    await fetchTool('conformance');
    await testMcpServer('conformance');
  },
  clients: async () => {
    build();
    await fetchTool('clients');
    await testMcpServer('real-clients');
  },
  check: async () => {
    build();
    await executeInTurn([
      () => run(getBinPath('prettier'), ['--check', '.']),
      () =>
        run(getBinPath('nx'), ['run-many', '-t', 'lint', 'typecheck', '--outputStyle=static'], {
          NX_DAEMON: 'false',
        }),
      () => run(getBinPath('eslint'), ['tools', 'examples', 'docs', 'vitest.config.ts', 'eslint.config.mjs']),
      () => test([], 'everyday'),
    ]);
  },
  dev: async (args) => {
    build();
    const main = join(root, 'apps', 'desktop', 'src', 'main.ts');
    const conditions = ['--conditions=@tandem/source', '--import', 'tsx', '--watch'];
    await run(process.execPath, [...conditions, main, ...args]);
  },
  bench: async (args) => {
    build();
    await run(process.execPath, [join(root, 'tools', 'bench', 'index.mjs'), ...args]);
  },
  mutate: async (args) => {
    build();
    await fetchTool('stryker');
    await run(process.execPath, [join(root, 'tools', 'mutation', 'index.mjs'), ...args]);
  },
  pack: async (args) => {
    build();
    if (args.includes('--mcpb')) await fetchTool('mcpb');
    await run(process.execPath, [join(root, 'tools', 'pack', 'index.mjs'), ...args]);
  },
  'pack-echo': async (args) => {
    build();
    await run(process.execPath, [join(root, 'tools', 'pack-echo.mjs'), ...args]);
  },
  'pack-libs': async (args) => {
    build();
    await run(process.execPath, [join(root, 'tools', 'pack-libs.mjs'), ...args]);
  },
  reference: async (args) => {
    build();
    await fetchTool('typedoc');
    await run(process.execPath, [join(root, 'tools', 'reference.mjs'), ...args]);
  },
  install: async () => install(),
};
