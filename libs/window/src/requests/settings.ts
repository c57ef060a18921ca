import type { RequestSettings } from '@tandem/core';

/** Settings with one of them replaced, or left to what is around. */
export const replaceSetting = <K extends keyof RequestSettings>(
  settings: RequestSettings,
  name: K,
  value: RequestSettings[K] | undefined,
): RequestSettings => {
  const { [name]: _before, ...others } = settings;
  return value === undefined ? others : { ...others, [name]: value };
};
