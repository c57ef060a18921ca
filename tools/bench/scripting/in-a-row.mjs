import { median, say, measureTime } from './figures.mjs';

/** Returns how many requests a contender sends. Bruno's safe sandbox is slow and sends fewer. */
const countOf = (name, count) => (name === 'bruno, safe' ? Math.min(count, 40) : count);

/** The goals: the maximum of Tandem's time as a fraction of another tool's time, both measured in the same run. */
const goals = [
  { ours: 'executor', peer: 'bruno, developer', most: 0.7 },
  { ours: 'library', peer: 'httpyac', most: 0.9 },
  { ours: 'mcp', peer: 'httpyac', most: 1.25 },
];

/**
 * Measures the CPU time per request: runs a process for one request and another for `count` more. All requests must arrive with the
 * script's header.
 */
const round = async (name, start, count, endpoint) => {
  await endpoint.seen();
  let [first, all] = [{}, {}];
  const cold = await measureTime(async () => (first = await start(1)));
  const whole = await measureTime(async () => (all = await start(1 + count)));
  const seen = await endpoint.seen();
  if (seen !== 2 + count) throw new Error(`${name} sent ${seen} requests instead of ${2 + count}`);
  // Tandem's processes report the CPU time per execution, the other tools report that of the whole run.
  const { main, hosts, whole: process } = all.cpu ?? {};
  const cpu = all.cpu === undefined ? (all.wholeCpu - first.wholeCpu) / count : process + hosts;
  return { cold, marginal: (whole - cold) / count, cpu, main, hosts };
};

const report = (name, middle) => {
  const over = middle(name, 'marginal') - middle('floor', 'marginal');
  const [main, hosts] = [middle(name, 'main'), middle(name, 'hosts')];
  const parts =
    main === undefined ? '' : ` (main thread ${main.toFixed(2)}, script hosts ${hosts.toFixed(2)})`;
  say(
    `  ${name}`,
    `${middle(name, 'marginal').toFixed(2)} ms a request, ${over.toFixed(2)} over the floor; ` +
      `CPU ${middle(name, 'cpu').toFixed(2)} ms${parts}; ` +
      `cold process to its first result ${middle(name, 'cold').toFixed(0)} ms`,
  );
};

/** Sends requests in sequence through each contender in turn. Reports the medians of the rounds and the goals. */
export const measureInARow = async (contenders, { rounds, count }, endpoint) => {
  const names = Object.keys(contenders);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let index = 0; index < rounds; index++) {
    for (const name of names)
      results[name].push(await round(name, contenders[name], countOf(name, count), endpoint));
  }
  const middle = (name, what) => median(results[name].map((one) => one[what]));
  process.stdout.write(`${count} requests in a row, each with a pre-request script and two tests\n`);
  for (const name of names) report(name, middle);
  for (const { ours, peer, most } of goals) {
    if (results[peer] === undefined) continue;
    const ratio = (what) => (middle(ours, what) / middle(peer, what)).toFixed(2);
    say(
      `  ${ours} as a part of ${peer}`,
      `${ratio('marginal')} (CPU ${ratio('cpu')}); at most ${most} wanted`,
    );
  }
};
