import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, as PEM. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for tests, which OpenSSL creates. */
export interface Authority {
  readonly ca: string;
  /** Issues a certificate for a host or for a client, valid for `days` from `notBefore`. */
  readonly issue: (
    subject: string,
    validity?: readonly [notBefore: string, notAfter: string],
  ) => IssuedCertificate;
  /** Encrypts a key with a passphrase. */
  readonly locked: (key: string, passphrase: string) => string;
  readonly pkcs12: (issued: IssuedCertificate, passphrase: string, options?: readonly string[]) => Buffer;
  readonly remove: () => void;
}

const formatExtensions = (name: string): string =>
  `subjectAltName=${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}\nextendedKeyUsage=serverAuth,clientAuth\n`;

/** Creates an authority in a temporary folder. */
export const openAuthority = (): Authority => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test CA',
    '-days',
    '9999',
  );
  let count = 0;
  return {
    ca: readFileSync(at('ca.pem'), 'utf8'),
    issue: (subject, validity) => {
      const name = String((count += 1));
      writeFileSync(at('extensions'), formatExtensions(subject));
      writeFileSync(at('index.txt'), '');
      writeFileSync(at('serial'), `10${name.padStart(2, '0')}`);
      writeFileSync(
        at('ca.cnf'),
        '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ncertificate=ca.pem\nprivate_key=ca.key\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n',
      );
      openssl(
        'req',
        '-new',
        ...newKey,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        `/CN=${subject}`,
      );
      const [from, to] = validity ?? ['20200101000000Z', '20491231235959Z'];
      const dates = ['-startdate', from, '-enddate', to];
      openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        'ca.cnf',
        '-extfile',
        'extensions',
        ...dates,
        '-in',
        `${name}.csr`,
        '-out',
        `${name}.pem`,
      );
      return { cert: readFileSync(at(`${name}.pem`), 'utf8'), key: readFileSync(at(`${name}.key`), 'utf8') };
    },
    locked: (key, passphrase) => {
      writeFileSync(at('open.key'), key);
      openssl('pkcs8', '-topk8', '-in', 'open.key', '-out', 'locked.key', '-passout', `pass:${passphrase}`);
      return readFileSync(at('locked.key'), 'utf8');
    },
    pkcs12: ({ cert, key }, passphrase, options = []) => {
      writeFileSync(at('one.pem'), cert);
      writeFileSync(at('one.key'), key);
      openssl(
        'pkcs12',
        '-export',
        ...options,
        '-in',
        'one.pem',
        '-inkey',
        'one.key',
        '-out',
        'one.p12',
        '-passout',
        `pass:${passphrase}`,
      );
      return readFileSync(at('one.p12'));
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
};
