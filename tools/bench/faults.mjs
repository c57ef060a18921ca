import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder } from '@tandem/node/testing';

import { root as here } from '../launch/say.mjs';

/**
 * Measures inputs that once froze the process or filled its memory: `npm run bench -- faults`. Names select
 * measurements: `npm run bench -- faults yaml content-codings`. `--against <checkout>` also measures the built code
 * of another checkout and adds the ratio; `--minutes N` limits the time of one measurement.
 *
 * A measurement is a file in `tools/bench/faults` that exports `measure`. It runs in its own process and gets `root`,
 * the checkout to measure; `product(library)`, which imports that checkout's built library; and `folder`, an empty
 * folder that is removed afterwards. It returns `[{ figure: 'longest block, ms', value: 12 }, …]` in printing order;
 * smaller is better. `support/gauges.mjs` measures event loop blocks and memory.
 */
const folder = fileURLToPath(new URL('faults/', import.meta.url));
const knownFaults = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -4));

const readArguments = (args) => {
  const chosen = { names: [], against: undefined, minutes: 10 };
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--against') chosen.against = resolve(args[++at] ?? '');
    else if (args[at] === '--minutes') chosen.minutes = Number(args[++at]);
    else chosen.names.push(args[at]);
  }
  return chosen;
};

/** Runs one measurement in one checkout. Returns its figures, or the reason why it failed. */
const measureFigures = async (name, root, minutes) => {
  const temporary = await temporaryFolder();
  const child = fork(
    fileURLToPath(new URL('faults/support/run.mjs', import.meta.url)),
    [`${folder}${name}.mjs`, root, temporary.path],
    // The measurement gets its own process group, so that everything it starts ends with it.
    { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], detached: true },
  );
  let answer;
  let errors = '';
  child.on('message', (message) => {
    answer = message;
  });
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2_000);
  });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const timer = setTimeout(end, minutes * 60_000);
  process.once('SIGINT', end);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  process.off('SIGINT', end);
  await temporary.remove();
  if (answer !== undefined) return answer;
  const failure = signal === 'SIGKILL' ? `no end within ${minutes} min` : `exit code ${code ?? signal}`;
  return { failure, errors };
};

const formatValue = (value) =>
  value === undefined
    ? '-'
    : typeof value === 'number'
      ? value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
      : String(value);

const formatRatio = (before, now) =>
  typeof before === 'number' && typeof now === 'number' && before > 0 ? (now / before).toFixed(3) : '-';

const printLine = (figure, columns) =>
  process.stdout.write(`${figure.padEnd(52)}${columns.map((text) => text.padStart(22)).join('')}\n`);

const show = (name, now, before) => {
  const value = (answer, figure) =>
    answer.failure ?? answer.figures.find((one) => one.figure === figure)?.value;
  const figures = [
    ...new Set([now, before].flatMap((one) => one?.figures ?? []).map(({ figure }) => figure)),
  ];
  for (const figure of figures.length === 0 ? ['(no figures)'] : figures) {
    const [is, was] = [value(now, figure), before && value(before, figure)];
    printLine(
      `${name}: ${figure}`,
      before === undefined ? [formatValue(is)] : [formatValue(was), formatValue(is), formatRatio(was, is)],
    );
  }
  for (const { failure, errors } of [now, before ?? {}]) {
    if (failure !== undefined && errors !== '') process.stderr.write(`${name}: ${failure}\n${errors}\n`);
  }
};

const { names, against, minutes } = readArguments(process.argv.slice(2));
const unknown = names.filter((name) => !knownFaults.includes(name));
if (unknown.length > 0 || !(minutes > 0)) {
  process.stderr.write(`bench: faults measures ${knownFaults.join(', ')}\n`);
  process.exitCode = 2;
} else {
  printLine(`node ${process.versions.node}`, against === undefined ? ['now'] : ['before', 'now', 'ratio']);
  for (const name of names.length === 0 ? knownFaults : names) {
    const before = against === undefined ? undefined : await measureFigures(name, against, minutes);
    show(name, await measureFigures(name, here, minutes), before);
  }
}
