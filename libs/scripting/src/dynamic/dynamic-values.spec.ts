import { dynamicNames } from '@tandem/core/dynamic';
import { createFixedClock } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createDynamicValues } from './dynamic-values.js';

const clock = createFixedClock();
const makeAll = (makeValue: (name: string) => string | undefined) =>
  dynamicNames.map((name) => makeValue(name));

describe('dynamic values', { tags: 'interpolate:builtins' }, () => {
  it('exist for every name in the list, and for no other name', () => {
    const makeValue = createDynamicValues(clock)(null);
    expect(dynamicNames.filter((name) => typeof makeValue(name) !== 'string')).toEqual([]);
    expect(['$random', '$constructor', '$randomNothing', 'randomCity'].map(makeValue)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('are the same for the same seed, and differ for another seed', () => {
    const createValues = createDynamicValues(clock);
    const values = makeAll(createValues(7));
    expect(makeAll(createValues(7))).toEqual(values);
    expect(makeAll(createValues(8))).not.toEqual(values);
    expect(makeAll(createValues(null))).not.toEqual(values);
  });

  it('are in the language of the locale', () => {
    const months = createDynamicValues(clock, 'de')(null);
    expect([
      'Januar',
      'Februar',
      'März',
      'April',
      'Mai',
      'Juni',
      'Juli',
      'August',
      'September',
      'Oktober',
      'November',
      'Dezember',
    ]).toContain(months('$randomMonth'));
  });

  it.each(['xx', '../en', 'de/../en'])(
    'fail with the name of the setting if faker has no locale "%s"',
    (locale) => {
      expect(() => createDynamicValues(clock, locale)).toThrow(
        `TANDEM_LOCALE is "${locale}", which faker does not have`,
      );
    },
  );

  it('contain hosts and email addresses that reach nobody', () => {
    const makeValue = createDynamicValues(clock)(null);
    const hosts = [
      '$randomUrl',
      '$randomDomainName',
      '$randomEmail',
      '$randomExampleEmail',
      '$randomImageUrl',
    ];
    for (const name of hosts) expect(makeValue(name)).toMatch(/[./@]example\.(?:com|net|org)(?:\/|$)/);
  });
});
