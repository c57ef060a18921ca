import type { Auth, RestRequest } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { type House, testInHouse } from './testing/house.js';

/** As Bruno 4.1 writes it, with a person's comment. */
const byBruno = `info:
  name: Orders
  type: http

http:
  method: GET
  url: http://h/orders
  auth:
    type: ntlm
    username: "{{user}}" # of the test system
    password: "{{password}}"
    domain: CORP
`;

const read = {
  type: 'ntlm',
  username: '{{user}}',
  password: '{{password}}',
  domain: 'CORP',
} as const satisfies Auth;

const findOnlyRequest = async (house: House): Promise<RestRequest> => {
  const [one] = await house.all();
  if (one === undefined) throw new Error('the request was not read');
  return one;
};

it(
  'NTLM in a file is read as Bruno writes it, and changed in place',
  { tags: 'auth:ntlm' },
  testInHouse(async (house) => {
    await house.write('orders.yml', byBruno);
    expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
    const { id, auth } = await findOnlyRequest(house);
    expect(auth).toEqual(read);
    expect(await house.read('orders.yml')).toContain(byBruno);
    const { domain: _, ...without } = read;
    for (const next of [{ ...read, domain: 'other' }, without, { ...without, domain: '' }]) {
      await unwrapResult(house.application.rest.update({ id, auth: next }));
      await house.synchronize();
      expect(await house.synchronize()).toMatchObject({ written: [], merged: [], conflicts: [] });
      expect((await findOnlyRequest(house)).auth).toEqual(next);
    }
    expect(await house.read('orders.yml')).toContain('username: "{{user}}" # of the test system');
  }),
);
