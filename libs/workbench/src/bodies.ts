import type { BodyBudget } from '@tandem/core';
import { createBodyBudget } from '@tandem/execution';

const variable = 'TANDEM_BODIES_IN_FLIGHT_BYTES';
const minBudgetBytes = 1024 * 1024;

/**
 * The memory budget for bodies in flight: `TANDEM_BODIES_IN_FLIGHT_BYTES`, at least 1 MiB; default 256 MiB.
 * @throws an error that names the variable if its value is invalid
 */
export const readBodyBudget = (env: Readonly<Record<string, string | undefined>>): BodyBudget => {
  const text = env[variable];
  if (text === undefined || text === '') return createBodyBudget();
  const value = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (value < minBudgetBytes)
    throw new Error(`${variable}=${text} is invalid; it takes a whole number from ${minBudgetBytes}`);
  return createBodyBudget(value);
};
