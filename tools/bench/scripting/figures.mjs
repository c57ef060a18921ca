/** The number below which the given part of the numbers lies. */
export const at = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * part)];

export const median = (numbers) => at(numbers, 0.5);

/** One line of the report. */
export const say = (what, figures) => {
  process.stdout.write(`${what.padEnd(44)} ${figures}\n`);
};

/** Milliseconds as median, 95th percentile and least. */
export const spread = (times) =>
  `p50 ${at(times, 0.5).toFixed(2)} ms, p95 ${at(times, 0.95).toFixed(2)} ms, least ${at(times, 0).toFixed(2)} ms`;

/** How many milliseconds `work` takes. */
export const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The same for each of `count` times in a row. */
export const repeat = async (count, work) => {
  const times = [];
  for (let index = 0; index < count; index++) times.push(await timed(work));
  return times;
};
