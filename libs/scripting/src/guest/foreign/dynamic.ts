import type { Faker } from '@faker-js/faker';

import type { createDynamicMakers, DynamicMakers } from '../../dynamic/values.js';
import type { ShimParts } from './shim.js';

interface FakerLibrary {
  readonly faker: Faker;
  readonly createDynamicMakers: typeof createDynamicMakers;
}

/** Creates a lookup for dynamic variables. Their values are new each time. It returns undefined for any other name. */
export const createDynamicLookUp = ({ library, now, uuid, run: { seed } }: ShimParts) => {
  let makers: DynamicMakers | undefined;
  return (name: string): string | undefined => {
    if (!name.startsWith('$')) return undefined;
    if (makers === undefined) {
      const found = library('faker') as FakerLibrary | undefined;
      if (seed !== undefined) found?.faker.seed(seed);
      const made = found?.createDynamicMakers(found.faker, now) ?? {};
      makers = seed === undefined ? { ...made, $guid: uuid, $uuid: uuid, $randomUUID: uuid } : made;
    }
    return Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
  };
};
