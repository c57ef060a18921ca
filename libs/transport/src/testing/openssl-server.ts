import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IssuedCertificate } from './authority.js';

/**
 * Starts OpenSSL's own server. If the client has no certificate of `ca`, it ends the handshake with an alert, whereas Node's server only
 * disconnects. With TLS 1.3, the client has already sent its request by then, and may lose the alert.
 */
export const openStrictServer = async ({ cert, key }: IssuedCertificate, ca: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-s-server-'));
  await Promise.all(
    Object.entries({ cert, key, ca }).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  const words = ['s_server', '-accept', '127.0.0.1:0', '-www', '-tls1_2', '-cert', 'cert', '-key', 'key'];
  const server = spawn('openssl', [...words, '-CAfile', 'ca', '-Verify', '1', '-verify_return_error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /ACCEPT \S*:(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('openssl s_server did not start')));
  });
  return {
    url: `https://127.0.0.1:${port}/`,
    close: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
