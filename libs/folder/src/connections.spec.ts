import type { ConnectionSettings } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type TestWorkspace, testInWorkspace } from './testing/house.js';

const nothing = { written: [], pulled: [], merged: [], conflicts: [], invalid: [], warnings: [] };
const path = 'opencollection.yml';

const none = { ca: [], clientCertificates: [] };
const connections = {
  ca: ['certs/ca.pem'],
  clientCertificates: [
    {
      type: 'pem',
      domain: '*.a.example',
      certificate: 'c.pem',
      key: 'c.key',
      passphrase: '{{p}}',
      enabled: true,
    },
    { type: 'pkcs12', domain: 'b.example', file: 'c.p12', enabled: false },
  ],
} as const;

const config = `config:
  clientCertificates:
    - domain: "*.a.example"
      type: pem
      certificateFilePath: c.pem
      privateKeyFilePath: c.key
      passphrase: "{{p}}"
    - domain: b.example
      type: pkcs12
      pkcs12FilePath: c.p12
      disabled: true
`;

const proxy = {
  mode: 'manual',
  protocol: 'socks5',
  hostname: 'proxy.example',
  port: 1080,
  auth: { username: 'ada', password: '{{p}}', enabled: true },
  bypass: 'a.example, b.example',
} as const;

const proxyConfig = `    config:
      protocol: socks5
      hostname: proxy.example
      port: 1080
      auth:
        username: ada
        password: "{{p}}"
      bypassProxy: a.example, b.example
`;

const connectionsIn = async ({ application }: TestWorkspace) =>
  (await unwrapResult(application.folders.get({ id: '' }))).folder.connections;

describe('the connections of a workspace', { tags: 'tls:files' }, () => {
  it(
    'are stored in the manifest where Bruno expects them, with the CAs under a key of our own',
    testInWorkspace(async (house) => {
      await unwrapResult(house.application.folders.update({ id: '', connections }));
      await house.synchronize();
      const text = await house.read(path);
      expect(text).toContain(config);
      expect(text).toMatch(/ {2}tandem:\n {4}format: 1\n {4}id: ws_\w+\n {4}ca:\n {6}- certs\/ca.pem\n/);
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit(path, 'domain: b.example', 'domain: c.example # not b');
      expect(await house.synchronize()).toMatchObject({ pulled: [path] });
      expect((await connectionsIn(house)).clientCertificates[1]?.domain).toBe('c.example');
      await unwrapResult(house.application.folders.update({ id: '', connections: none }));
      await house.synchronize();
      expect(await house.read(path)).not.toMatch(/config|ca:/);
    }),
  );

  it(
    'are read from a Bruno folder, and keys that only Bruno knows stay',
    testInWorkspace(async (house) => {
      await house.synchronize();
      const before = await house.read(path);
      const proxy = 'config:\n  protobuf:\n    protoFiles: [] # kept\n  proxy:\n    inherit: true # kept\n';
      await house.write(path, before.replace(/^(info:\n.*\n)/m, `$1${config.replace('config:\n', proxy)}`));
      expect(await house.synchronize()).toMatchObject({ pulled: [path], conflicts: [] });
      const { clientCertificates } = connections;
      expect(await connectionsIn(house)).toEqual({
        ca: [],
        clientCertificates,
        proxy: { mode: 'system', hostname: '' },
      });
      await unwrapResult(
        house.application.folders.update({
          id: '',
          connections: { ...none, proxy: { mode: 'system', hostname: '' } },
        }),
      );
      await house.synchronize();
      expect(await house.read(path)).toContain(proxy);
      await house.synchronize();
      expect(await house.read(path)).not.toContain('clientCertificates');
    }),
  );

  it(
    'are updated entry by entry in the manifest, and entries of unknown kinds stay',
    testInWorkspace(async (house) => {
      const update = async (clientCertificates: ConnectionSettings['clientCertificates']) => {
        await unwrapResult(
          house.application.folders.update({ id: '', connections: { ca: [], clientCertificates } }),
        );
        await house.synchronize();
        return house.read(path);
      };
      const [pem, pkcs12] = connections.clientCertificates;
      await update([pem, pkcs12]);
      const foreign =
        '    - domain: d.example # by hand\n      type: pkcs11\n      slot: "3"\n    - domain: e.example\n      type: pem\n';
      await house.edit(path, '    - domain: b.example', `${foreign}    - domain: b.example # the bank`);
      const place = (index: number) => ({
        code: 'certificateUnused',
        path,
        message: expect.stringContaining(`config.clientCertificates[${index}]`) as string,
      });
      expect((await house.synchronize()).warnings).toEqual([place(1), place(2)]);
      const { passphrase: _, ...open } = pem;
      expect(await update([open, { ...pkcs12, enabled: true }])).toContain(
        config
          .replace('      passphrase: "{{p}}"\n', '')
          .replace('      disabled: true\n', '')
          .replace('    - domain: b.example', `${foreign}    - domain: b.example # the bank`),
      );
      expect(
        await update([{ type: 'pkcs12', domain: '*.a.example', file: 'a.p12', enabled: true }]),
      ).toContain(
        `  clientCertificates:\n    - domain: "*.a.example"\n      type: pkcs12\n      pkcs12FilePath: a.p12\n${foreign}`,
      );
      const left = await update([]);
      expect(left).toContain(`config:\n  clientCertificates:\n${foreign}`);
      expect(left).not.toContain('a.example');
      expect(await house.synchronize()).toMatchObject({ ...nothing, warnings: [place(0), place(1)] });
    }),
  );

  it(
    'include the expiry of session cookies under a key of our own, and an unknown value of that key is an error',
    { tags: 'cookies:session' },
    testInWorkspace(async (house) => {
      const update = async (more: Partial<ConnectionSettings>) => {
        await unwrapResult(house.application.folders.update({ id: '', connections: { ...none, ...more } }));
        await house.synchronize();
        return house.read(path);
      };
      expect(await update({ sessionCookies: 'restart' })).toMatch(
        /^ {2}tandem:\n(?: {4}.*\n)* {4}sessionCookies: restart\n/m,
      );
      expect(await house.synchronize()).toMatchObject(nothing);
      await house.edit(path, 'sessionCookies: restart', 'sessionCookies: keep # for now');
      expect(await house.synchronize()).toMatchObject({ pulled: [path] });
      expect((await connectionsIn(house)).sessionCookies).toBe('keep');
      await house.edit(path, 'sessionCookies: keep', 'sessionCookies: sometimes');
      expect(await house.synchronize()).toMatchObject({
        invalid: [{ path, message: expect.stringMatching(/sessionCookies.*keep.*restart/) as string }],
      });
      expect((await connectionsIn(house)).sessionCookies).toBe('keep');
      await house.edit(path, 'sessionCookies: sometimes', 'sessionCookies: restart');
      expect(await house.synchronize()).toMatchObject({ pulled: [path], invalid: [] });
      expect(await update({})).not.toContain('sessionCookies');
    }),
  );

  it(
    'include an enabled or a disabled proxy as Bruno stores it',
    testInWorkspace(async (house) => {
      const update = async (more: object) => {
        await unwrapResult(house.application.folders.update({ id: '', connections: { ...none, ...more } }));
        await house.synchronize();
        return house.read(path);
      };
      expect(await update({ proxy })).toContain(`config:\n  proxy:\n    inherit: false\n${proxyConfig}`);
      expect(await house.synchronize()).toMatchObject(nothing);
      const off = await update({ proxy: { ...proxy, mode: 'none' } });
      expect(off).toContain('    disabled: true\n');
      expect(off).toContain(proxyConfig);
      expect(off).not.toContain('inherit');
      const ofSystem = await update({ proxy: { ...proxy, mode: 'system' } });
      expect(ofSystem).toContain('    inherit: true\n');
      expect(ofSystem).not.toContain('disabled');
      await house.edit(path, '    inherit: true\n', '');
      expect(await house.synchronize()).toMatchObject({ conflicts: [] });
      expect((await connectionsIn(house)).proxy?.mode).toBe('system');
      const foreign = 'noProxyFor: "*" # of others';
      await house.edit(path, 'hostname: proxy.example', `hostname: other.example\n      ${foreign}`);
      expect(await house.synchronize()).toMatchObject({ pulled: [path] });
      const read = (await connectionsIn(house)).proxy;
      expect(read).toEqual({ ...proxy, mode: 'system', hostname: 'other.example' });
      expect(await update({ proxy: { mode: 'manual', hostname: 'c.example', port: '{{port}}' } })).toContain(
        `    config:\n      hostname: c.example\n      ${foreign}\n      port: "{{port}}"\n`,
      );
      expect((await connectionsIn(house)).proxy).toEqual({
        mode: 'manual',
        hostname: 'c.example',
        port: '{{port}}',
      });
      expect(await update({})).not.toContain('hostname');
    }),
  );
});

describe('the order of scripts after a response', { tags: 'inherit:scripts:flow' }, () => {
  const flowIn = async (house: TestWorkspace) => (await connectionsIn(house)).scriptFlow;
  const said = (flow: string) =>
    `extensions:\n  bruno:\n    scripts:\n      additionalContextRoots: [] # of others\n      flow: ${flow}\n  tandem:`;

  it(
    "is read from Bruno's key and written to it without changing other keys",
    testInWorkspace(async (house) => {
      await house.synchronize();
      const before = await house.read(path);
      await house.edit(path, 'extensions:\n  tandem:', said('sequential'));
      expect(await house.synchronize()).toMatchObject({ ...nothing, pulled: [path] });
      expect(await flowIn(house)).toBe('sequential');
      const update = async (more: object) => {
        await unwrapResult(house.application.folders.update({ id: '', connections: { ...none, ...more } }));
        await house.synchronize();
        return house.read(path);
      };
      expect(await update({ scriptFlow: 'sandwich' })).toBe(
        before.replace('extensions:\n  tandem:', said('sandwich')),
      );
      expect(await update({})).toBe(
        before.replace('extensions:\n  tandem:', said('').replace(/ +flow: \n/, '')),
      );
      expect(await house.synchronize()).toMatchObject(nothing);
    }),
  );

  it(
    'is an error with its line and column if the file has an unknown value, and the stored order stays',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.edit(path, 'extensions:\n  tandem:', said('reversed'));
      const { invalid } = await house.synchronize();
      const message = 'extensions.bruno.scripts.flow must be sandwich or sequential';
      expect(invalid).toEqual([{ path, line: 9, column: 13, message }]);
      expect(await flowIn(house)).toBeUndefined();
      expect(await house.read(path)).toContain(said('reversed'));
    }),
  );

  it(
    'is imported from a file that an older version has read',
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.edit(path, 'extensions:\n  tandem:', said('sequential'));
      await house.synchronize();
      const { workspace, store } = house;
      await unwrapResult(house.application.folders.update({ id: '', connections: none }));
      const { bases } = await unwrapResult(store.folderMemories.get(workspace.id));
      const { revision } = (await unwrapResult(house.application.folders.get({ id: '' }))).folder;
      const older = bases
        .filter(({ kind }) => kind === 'workspace')
        .map((base) => ({
          ...base,
          revision,
          fields: base.fields.replace(/,"scriptFlow":"sequential"/, ''),
        }));
      expect(older[0]?.fields).toContain('"connections":');
      await unwrapResult(
        store.folderMemories.change(workspace.id, { put: older, forget: [], removals: null }),
      );
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      expect(await flowIn(house)).toBe('sequential');
    }),
  );
});
