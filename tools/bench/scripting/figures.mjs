/** Finds a quantile of the numbers, for example 0.5 for the median. */
export const findQuantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * part)];

export const median = (numbers) => findQuantile(numbers, 0.5);

/** Prints one line of the report. */
export const say = (what, figures) => {
  process.stdout.write(`${what.padEnd(44)} ${figures}\n`);
};

/** Formats the median, the 95th percentile and the minimum in milliseconds. */
export const formatSpread = (times) =>
  `p50 ${findQuantile(times, 0.5).toFixed(2)} ms, p95 ${findQuantile(times, 0.95).toFixed(2)} ms, least ${findQuantile(times, 0).toFixed(2)} ms`;

/** Measures the time of `work` in milliseconds. */
export const measureTime = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Measures `work` repeatedly, `count` times. */
export const repeat = async (count, work) => {
  const times = [];
  for (let index = 0; index < count; index++) times.push(await measureTime(work));
  return times;
};
