import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

import { launch, temporaryFolder } from '@tandem/node/testing';
import { chromium } from 'playwright-core';

import { findChromium } from '../tests/chromium.mjs';
import { countFirstLoadBytes } from '../tests/first-load.mjs';

/**
 * The page with 5,000 requests, a JSON response of 10 MiB and a text of 100,000 lines: how long each takes to appear,
 * and the page's longest task meanwhile, by the clock and by CPU time, which a busy machine does not increase; the
 * same for the other views of the response, for comparing two responses of 2 MB, for an entry of the history, for
 * typing into a URL and into a body of 1 MiB, and for sending one request repeatedly; and the memory after 200 tabs.
 * What is beyond its limit is marked. `npm run bench -- window`; `--requests N`, `--tabs N`.
 */
/** Limits: of a task in ms of CPU time, of the first paint of the tree and of a result in ms, and of memory in MiB. */
const limits = { task: 50, tree: 400, result: 50, memory: 20 };

const count = process.argv.includes('--requests')
  ? Number(process.argv[process.argv.indexOf('--requests') + 1])
  : 5_000;

const tabs = process.argv.includes('--tabs') ? Number(process.argv[process.argv.indexOf('--tabs') + 1]) : 200;

const say = (name, text) => process.stdout.write(`${name.padEnd(38)}${text}\n`);

/** Prints the size of the files that the page loads first. */
const sayBundle = () => say('initial bundle, gzip', `${Math.round(countFirstLoadBytes() / 1024)} KiB`);

/** The mark behind a value that is beyond its limit. */
const mark = (value, limit) => (value > limit ? ` (more than ${limit})` : '');

const maxResultBytes = 10 * 1024 * 1024;

/** JSON of just under a size, by default the maximum in a result. Each fiftieth item has the number of the version. */
const createJson = (bytes = maxResultBytes, version = 0) => {
  const items = [];
  for (let size = 2, id = 0; size < bytes - 200; id++) {
    const name = id % 50 === 0 ? `item ${id} of ${version}` : `item ${id}`;
    items.push(JSON.stringify({ id, name, tags: ['a', 'b'], nested: { price: id / 7 } }));
    size += items.at(-1).length + 1;
  }
  return `[${items.join(',')}]`;
};

const createLines = () => Array.from({ length: 100_000 }, (_, at) => `line ${at} of a long text`).join('\n');

const startServer = async () => {
  const bodies = { '/json': ['application/json', createJson()], '/lines': ['text/plain', createLines()] };
  let version = 0;
  const createVersion = () => ['application/json', createJson(2_000_000, (version += 1))];
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = url === '/versions' ? createVersion() : (bodies[url] ?? ['text/plain', '']);
    response.setHeader('content-type', type).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}` };
};

const openRpc = async (pageAddress) => {
  const [origin, token] = pageAddress.split('/#token=');
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const cookie = session.headers.get('set-cookie').split(';')[0];
  const { proof } = await session.json();
  return async (method, params) => {
    const answer = await fetch(`${origin}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie, 'x-tandem-proof': proof },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await answer.json()).result;
  };
};

const fill = async (rpc, address) => {
  for (let at = 0; at < count; at++)
    await rpc('rest_create', {
      name: `Request ${at}`,
      folder: `folder ${at % 50}/inner ${at % 7}`,
      url: `${address}/things/${at}`,
    });
  await rpc('rest_create', { name: 'Big JSON', url: `${address}/json` });
  await rpc('rest_create', { name: 'Many lines', url: `${address}/lines` });
  await rpc('rest_create', { name: 'Versions', url: `${address}/versions` });
  await rpc('rest_create', { name: 'Short', url: `${address}/short` });
  const content = createJson().slice(0, 1024 * 1024);
  await rpc('rest_create', {
    name: 'Long body',
    method: 'POST',
    url: address,
    body: { type: 'text', content },
  });
};

/** Records a trace of the tasks of all threads, with the CPU time of each. */
const traceOptions = { categories: ['toplevel', '__metadata'] };

/** Finds the page's longest task in a trace: its wall time and CPU time, in ms. */
const findMaxTask = (trace) => {
  const { traceEvents } = JSON.parse(trace.toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid} ${tid}`));
  const longest = (field) =>
    Math.round(tasks.reduce((most, task) => Math.max(most, task[field] ?? 0), 0) / 1_000);
  return { wall: longest('dur'), cpu: longest('tdur') };
};

/** Runs `work` until `done`, and prints how long it took and the page's longest task meanwhile, in ms. */
const measurePage = async (page, name, work, done) => {
  const browser = page.context().browser();
  await browser.startTracing(page, traceOptions);
  const began = performance.now();
  await work();
  await done();
  const ms = Math.round(performance.now() - began);
  await page.waitForTimeout(300); // Tasks that follow the work count too.
  const { wall, cpu } = findMaxTask(await browser.stopTracing());
  say(name, `${ms} ms; longest task ${wall} ms, ${cpu} ms of CPU time${mark(cpu, limits.task)}`);
};

/** Reads the time at which the tree was painted, in ms since the navigation, by the page's clock. */
const readTreeTime = () =>
  new Promise((resolve) => {
    const look = () =>
      document.querySelector('[role=treeitem]') ? resolve(performance.now()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });

/** How long a browser needs until a new page is idle, in ms. */
const newPageMs = 1_500;

/** How many times the address is opened. */
const loads = 5;

/** Opens the address in pages of their own, because one that is open already has loaded everything. */
const measureTree = async (browser, address) => {
  const times = [];
  for (let at = 0; at < loads; at++) {
    const page = await browser.newPage();
    await page.waitForTimeout(newPageMs);
    await page.goto(address, { waitUntil: 'commit' });
    times.push(Math.round(await page.evaluate(readTreeTime)));
    await page.close();
  }
  const ms = times.toSorted((a, b) => a - b)[Math.floor(loads / 2)];
  say('navigation to the painted tree', `${ms} ms${mark(ms, limits.tree)}`);
};

const openRequest = async (page, name) => {
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(name);
  await page.getByRole('treeitem', { name: `GET ${name}`, exact: true }).click();
  await page.getByRole('tab', { name, selected: true }).first().waitFor();
  await page.locator('section.result').waitFor();
};

const responseBody = (page) => page.getByRole('textbox', { name: 'Response body' });

const measure = async (page, address) => {
  const row = (name) => page.getByRole('treeitem', { name, exact: true });
  const search = page.getByRole('searchbox');
  await measurePage(
    page,
    `start with ${count} requests`,
    () => page.goto(address),
    async () => {
      // Folders appear before requests, so wait until the tree is complete.
      await page.locator('nav[aria-label="Requests"][aria-busy="false"]').waitFor();
      await page.getByRole('treeitem').first().waitFor();
    },
  );
  await page.waitForTimeout(1_000);
  await measurePage(
    page,
    'typing 12 keys into the filter',
    () => search.pressSequentially(`request ${count - 1}`),
    () => row(`GET Request ${count - 1}`).waitFor(),
  );
  await measurePage(
    page,
    'opening a request',
    () => row(`GET Request ${count - 1}`).click(),
    () => page.getByRole('textbox', { name: 'URL' }).waitFor(),
  );
  for (const [name, seen] of [
    ['Big JSON', '"id"'],
    ['Many lines', 'line 1 of a long text'],
  ]) {
    await openRequest(page, name);
    await measurePage(
      page,
      `sending and showing ${name}`,
      () => page.keyboard.press('Control+Enter'),
      () => responseBody(page).getByText(seen).first().waitFor({ timeout: 60_000 }),
    );
  }
};

/** Switches between the views of the large JSON response. */
const measureViews = async (page) => {
  await openRequest(page, 'Big JSON');
  await responseBody(page).getByText('"id"').first().waitFor({ timeout: 60_000 });
  const shown = {
    Raw: () => responseBody(page).getByText('[{"id"').first(),
    Table: () => page.getByRole('columnheader', { name: /name/ }).first(),
    Hex: () => responseBody(page).getByText('00000000').first(),
    Pretty: () => responseBody(page).getByText('"id"').first(),
  };
  for (const [name, find] of Object.entries(shown))
    await measurePage(
      page,
      `switching Big JSON to ${name}`,
      () => page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name }).click(),
      () => find().waitFor({ timeout: 60_000 }),
    );
};

/** Compares two responses of 2 MB. */
const measureComparison = async (page) => {
  await openRequest(page, 'Versions');
  for (let sends = 0; sends < 2; sends++) await page.evaluate(sendOnce);
  await measurePage(
    page,
    'comparing two responses of 2 MB',
    async () => {
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Compare with the previous one' }).click();
    },
    () => page.getByRole('textbox', { name: 'Differences' }).waitFor({ timeout: 60_000 }),
  );
  await page.getByRole('button', { name: 'Close the comparison' }).click();
};

/** Opens the history, and the large response in it. */
const measureHistory = async (page) => {
  const history = page.getByRole('region', { name: 'History' });
  await page.getByRole('button', { name: 'History', exact: true }).first().click();
  await history.getByRole('option').first().waitFor();
  await measurePage(
    page,
    'opening Big JSON in the history',
    () =>
      history
        .getByRole('option', { name: /Big JSON/ })
        .first()
        .click(),
    () => history.getByText('"id"').first().waitFor({ timeout: 60_000 }),
  );
};

/** Types into the URL of a request, and into a body of 1 MiB. */
const measureTyping = async (page) => {
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('Long body');
  await page.getByRole('treeitem', { name: 'POST Long body', exact: true }).click();
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.click();
  await page.keyboard.press('End');
  await measurePage(
    page,
    'typing 20 keys into a URL',
    () => page.keyboard.type('/twenty-keys-of-path'),
    () => page.waitForFunction(() => document.activeElement?.value?.endsWith('/twenty-keys-of-path')),
  );
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Body' }).click();
  const body = page.getByRole('textbox', { name: /body/i }).first();
  await body.waitFor({ timeout: 60_000 });
  await body.click();
  await page.keyboard.press('Control+Home');
  await measurePage(
    page,
    'typing 20 keys into a body of 1 MiB',
    () => page.keyboard.type('twenty keys of text!'),
    () => body.getByText('twenty keys of text!').first().waitFor(),
  );
};

/** Sends a request from the page, and resolves with the time until its result is shown, in ms. */
const sendOnce = () =>
  new Promise((resolve) => {
    const result = document.querySelector('section.result');
    const send = document.querySelector('.target button[aria-keyshortcuts]');
    const began = performance.now();
    let hasBegun = false;
    const watching = new MutationObserver(() => {
      const isBusy = result.getAttribute('aria-busy') === 'true';
      hasBegun ||= isBusy;
      if (isBusy || !hasBegun) return;
      watching.disconnect();
      resolve(performance.now() - began);
    });
    watching.observe(result, { attributes: true, attributeFilter: ['aria-busy'] });
    send.click();
  });

/** Sends a request with a short response repeatedly. */
const measureSending = async (page) => {
  const sends = 50;
  await openRequest(page, 'Short');
  await page.evaluate(sendOnce);
  const times = [];
  await measurePage(
    page,
    `sending ${sends} times`,
    async () => {
      for (let at = 0; at < sends; at++) times.push(await page.evaluate(sendOnce));
    },
    () => Promise.resolve(),
  );
  const median = Math.round(times.toSorted((a, b) => a - b)[sends / 2]);
  say('from Send to the shown result', `${median} ms${mark(median, limits.result)}`);
};

/** Opens and closes tabs, and prints the page's script memory before and after. */
const measureTabs = async (page) => {
  const devtools = await page.context().newCDPSession(page);
  const held = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1024 / 1024;
  };
  await devtools.send('Performance.enable');
  const search = page.getByRole('searchbox', { name: 'Search requests' });
  const openAndClose = async (at) => {
    // Open them in reverse order, so that no name is a prefix of the name before it.
    const name = `Request ${count - 1 - at}`;
    await search.fill(name);
    await page.getByRole('treeitem', { name: `GET ${name}`, exact: true }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await page.keyboard.press('Alt+w');
    await page.getByRole('tab', { name, selected: true }).waitFor({ state: 'detached' });
  };
  // Open ten tabs first, so that everything that is loaded on demand is in memory.
  for (let at = 0; at < 10; at++) await openAndClose(at);
  const before = await held();
  for (let at = 10; at < 10 + tabs; at++) await openAndClose(at);
  const after = await held();
  const beyond = mark(after - before, limits.memory);
  say(`memory before and after ${tabs} tabs`, `${before.toFixed(1)} and ${after.toFixed(1)} MiB${beyond}`);
};

/** Returns the location of the window's preferences in a data folder. */
const getPreferencesPath = (path) => join(path, 'window', 'preferences.json');

const start = async (path) => {
  const program = launch('desktop', ['--no-window', '--data-dir', path]);
  const [first] = await program.lines(3);
  return { program, pageAddress: first.replace(/^tandem window\s+/, '') };
};

/**
 * Creates the requests while saving to the folder is disabled; otherwise the folder would be saved several hundred times.
 */
const make = async (path, address) => {
  await mkdir(dirname(getPreferencesPath(path)), { recursive: true });
  await writeFile(getPreferencesPath(path), JSON.stringify({ savesFolder: false, watchesFolder: false }));
  const { program, pageAddress } = await start(path);
  try {
    await fill(await openRpc(pageAddress), address);
  } finally {
    await program.stop();
    await rm(getPreferencesPath(path));
  }
};

/** Waits in a separate page until all requests are saved to the folder. A person who returns finds this state. */
const waitUntilSaved = async (browser, pageAddress) => {
  const page = await browser.newPage();
  await page.goto(pageAddress);
  await page.getByRole('contentinfo').getByText('All saved to disk').waitFor({ timeout: 600_000 });
  await page.close();
};

sayBundle();
const folder = await temporaryFolder();
const { server, address } = await startServer();
const startTime = performance.now();
await make(folder.path, address);
say(`making ${count} requests`, `${Math.round(performance.now() - startTime)} ms`);
const { program, pageAddress } = await start(folder.path);
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const saving = performance.now();
  await waitUntilSaved(browser, pageAddress);
  say('saving them to the folder', `${Math.round(performance.now() - saving)} ms`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await measureTree(browser, pageAddress);
  await measure(page, pageAddress);
  await measureViews(page);
  await measureComparison(page);
  await measureHistory(page);
  await measureTyping(page);
  await measureSending(page);
  await measureTabs(page);
} finally {
  await browser.close();
  await program.stop();
  server.close();
  server.closeAllConnections();
  await folder.remove();
}
