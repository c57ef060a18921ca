import { expect, it } from 'vitest';

import { listNetworkParts, createWaterfall, addNetworkTime, toConnectionRows } from './times.js';

const redirect = {
  method: 'POST',
  url: 'http://h/',
  status: 302,
  time: 4,
  nextMethod: 'GET',
  droppedHeaders: [],
};

it('the timing lists only phases that occurred', () => {
  expect(listNetworkParts({ redirects: [redirect], times: { waiting: 2, download: 1 } })).toEqual([
    { name: '302 of POST', ms: 4 },
    { name: 'Wait for the response', ms: 2 },
    { name: 'Download', ms: 1 },
  ]);
  expect(listNetworkParts({})).toEqual([]);
});

it('network phases are listed below the sending step', () => {
  const steps = [
    { name: 'interpolate', ms: 1 },
    { name: 'auth', ms: 0 },
    { name: 'send', ms: 5 },
    { name: 'onTest', ms: 2 },
  ];
  const parts = [
    { name: 'Connect', ms: 2 },
    { name: 'Download', ms: 3 },
  ];
  expect(createWaterfall(steps, parts).map(({ title, before, isPart }) => [title, before, isPart])).toEqual([
    ['Resolve variables', 0, false],
    ['Auth', 1, false],
    ['Send and receive', 1, false],
    ['Connect', 1, true],
    ['Download', 3, true],
    ['onTest', 6, false],
  ]);
  expect(createWaterfall([], parts).map(({ title, before }) => [title, before])).toEqual([
    ['Connect', 0],
    ['Download', 2],
  ]);
});

it('network phases add up to the network time and to the sending step', () => {
  const parts = listNetworkParts({ times: { connect: 1, waiting: 2, download: 1 } }, 5);
  expect(parts).toContainEqual({ name: 'Wait to send', ms: 1 });
  const lines = createWaterfall([{ name: 'send', ms: 8 }], parts);
  expect(lines).toContainEqual({ title: 'Prepare', ms: 3, before: 0, isPart: true });
  const sum = lines.filter(({ isPart }) => isPart).reduce((total, { ms }) => total + ms, 0);
  expect(sum).toBe(8);
});

it('the sending step takes at least the network time, which is subtracted from adjacent steps', () => {
  const steps = [
    { name: 'interpolate', ms: 3 },
    { name: 'onRequest', ms: 4 },
    { name: 'send', ms: 2 },
    { name: 'onTest', ms: 5 },
  ];
  const timesWith = (networkMs: number) => addNetworkTime(steps, networkMs).map(({ ms }) => ms);
  expect(timesWith(1)).toEqual([3, 4, 2, 5]);
  expect(timesWith(7)).toEqual([2, 0, 7, 5]);
  expect(timesWith(11)).toEqual([0, 0, 11, 3]);
});

const plain = { protocol: 'http/1.1', reused: true, remoteAddress: '127.0.0.1', tls: null };

const linesOf = (rows: ReturnType<typeof toConnectionRows>) =>
  rows.map(({ name, value }) => `${name}: ${value}`);

it('known details of a connection are shown, and unknown details are omitted', () => {
  expect(linesOf(toConnectionRows(plain))).toEqual([
    'Protocol: http/1.1',
    'Connection: reused',
    'Address: 127.0.0.1',
  ]);
  const tls = {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    subject: 'CN=a.example',
    issuer: '',
    validTo: '2049-12-31T23:59:59.000Z',
  };
  expect(linesOf(toConnectionRows({ ...plain, reused: false, remoteAddress: null, tls }))).toEqual([
    'Protocol: http/1.1',
    'Connection: new',
    'TLS: TLSv1.3, TLS_AES_256_GCM_SHA384',
    'Certificate: CN=a.example',
    'Valid until: 2049-12-31T23:59:59.000Z',
  ]);
});

it('a connection through a proxy shows the address of the proxy', { tags: 'proxy:named' }, () => {
  expect(linesOf(toConnectionRows({ ...plain, proxy: 'http://proxy.example:3128' }))).toEqual(
    expect.arrayContaining(['Proxy: http://proxy.example:3128', 'Address of the proxy: 127.0.0.1']),
  );
});
