import type { CertificateSetting, ConnectionSettings } from '@tandem/core';
import { X } from 'lucide-react';
import { useState } from 'react';

import { Button, Choice, IconButton, TextLine } from '../kit/index.js';
import { FileField } from '../requests/body/file-field.js';
import { SecretField } from '../requests/auth/secret-field.js';
import { ProxyEditor } from './proxy-editor.js';

interface Props {
  readonly connections: ConnectionSettings;
  readonly onChange: (connections: ConnectionSettings) => void;
}

type Pem = Extract<CertificateSetting, { readonly type: 'pem' }>;

/** A certificate while it is edited, for both kinds. */
type TypedCertificate = Pick<Pem, 'domain' | 'certificate' | 'key'> & {
  readonly type: CertificateSetting['type'];
  readonly file: string;
  readonly passphrase: string;
};

const blank: TypedCertificate = {
  type: 'pem',
  domain: '',
  certificate: '',
  key: '',
  file: '',
  passphrase: '',
};

/** The entered certificate; undefined while incomplete. */
const toCertificateSetting = ({
  type,
  passphrase,
  ...typed
}: TypedCertificate): CertificateSetting | undefined => {
  const domain = typed.domain.trim();
  const more = { domain, enabled: true, ...(passphrase === '' ? {} : { passphrase }) };
  if (domain === '') return undefined;
  if (type === 'pkcs12') return typed.file === '' ? undefined : { type, file: typed.file, ...more };
  const { certificate, key } = typed;
  return certificate === '' || key === '' ? undefined : { type, certificate, key, ...more };
};

const formatFiles = (one: CertificateSetting): string =>
  one.type === 'pem' ? `${one.certificate}, ${one.key}` : one.file;

const Authorities = ({ connections, onChange }: Props) => {
  const [file, setFile] = useState('');
  const { ca } = connections;
  return (
    <>
      <h2>Certificate authorities</h2>
      <p className="quiet">
        Servers are trusted by the CAs of the system and by those in these PEM files of the workspace&apos;s
        folder.
      </p>
      {ca.map((path) => (
        <div key={path} className="row">
          <code>{path}</code>
          <IconButton
            icon={X}
            label={`Remove the CA ${path}`}
            onClick={() => onChange({ ...connections, ca: ca.filter((one) => one !== path) })}
          />
        </div>
      ))}
      <div className="labelled">
        <span>CA file</span>
        <FileField label="CA file" value={file} onChange={setFile} />
      </div>
      <div>
        <Button
          disabled={file.trim() === '' || ca.includes(file)}
          onClick={() => {
            onChange({ ...connections, ca: [...ca, file] });
            setFile('');
          }}
        >
          Add the CA
        </Button>
      </div>
    </>
  );
};

const Files = ({
  typed,
  onType,
}: {
  readonly typed: TypedCertificate;
  readonly onType: (more: Partial<TypedCertificate>) => void;
}) => {
  const field = (label: string, name: 'certificate' | 'key' | 'file') => (
    <div className="labelled">
      <span>{label}</span>
      <FileField label={label} value={typed[name]} onChange={(path) => onType({ [name]: path })} />
    </div>
  );
  if (typed.type === 'pkcs12') return field('PKCS#12 file', 'file');
  return (
    <>
      {field('Certificate file', 'certificate')}
      {field('Key file', 'key')}
    </>
  );
};

const NewCertificate = ({ onAdd }: { readonly onAdd: (certificate: CertificateSetting) => void }) => {
  const [typed, setTyped] = useState(blank);
  const type = (more: Partial<TypedCertificate>): void => setTyped({ ...typed, ...more });
  const setting = toCertificateSetting(typed);
  return (
    <>
      <TextLine name="Domain" value={typed.domain} onChange={(domain) => type({ domain })} />
      <Choice
        name="Format"
        value={typed.type}
        words={{ pem: 'PEM', pkcs12: 'PKCS#12' }}
        onChange={(format) => type({ type: format })}
      />
      <Files typed={typed} onType={type} />
      <SecretField
        name="Passphrase"
        value={typed.passphrase}
        onChange={(passphrase) => type({ passphrase })}
      />
      <div>
        <Button
          disabled={setting === undefined}
          onClick={() => {
            if (setting) onAdd(setting);
            setTyped(blank);
          }}
        >
          Add the certificate
        </Button>
      </div>
    </>
  );
};

const sessionCookieLabels = { keep: 'When they are cleared', restart: 'When Tandem starts' } as const;

const SessionCookies = ({ connections, onChange }: Props) => (
  <>
    <h2>Cookies</h2>
    <p className="quiet">
      Session cookies are those without an expiry date. They are kept in the database as others are; a browser
      drops them when it is closed.
    </p>
    <Choice
      name="Session cookies end"
      value={connections.sessionCookies ?? 'keep'}
      words={sessionCookieLabels}
      onChange={(sessionCookies) => onChange({ ...connections, sessionCookies })}
    />
  </>
);

/** How the workspace's requests connect: trusted CAs, client certificates, proxy and cookies. */
export const ConnectionsEditor = ({ connections, onChange }: Props) => {
  const { clientCertificates: all } = connections;
  const store = (clientCertificates: readonly CertificateSetting[]): void =>
    onChange({ ...connections, clientCertificates });
  return (
    <div className="stack">
      <Authorities connections={connections} onChange={onChange} />
      <h2>Client certificates</h2>
      <p className="quiet">
        The first enabled certificate that matches the host of a server is presented to it; * in a domain
        stands for any characters. Keep keys out of the repository, and a passphrase in a secret, such as{' '}
        {'{{passphrase}}'}.
      </p>
      {all.map((one, index) => (
        <div key={index} className="row">
          <label className="row">
            <input
              type="checkbox"
              checked={one.enabled}
              onChange={({ target }) =>
                store(all.map((other) => (other === one ? { ...one, enabled: target.checked } : other)))
              }
            />
            {one.domain}
          </label>
          <code>{formatFiles(one)}</code>
          <IconButton
            icon={X}
            label={`Remove the certificate for ${one.domain}`}
            onClick={() => store(all.filter((other) => other !== one))}
          />
        </div>
      ))}
      <NewCertificate onAdd={(one) => store([...all, one])} />
      <SessionCookies connections={connections} onChange={onChange} />
      <ProxyEditor proxy={connections.proxy} onChange={(proxy) => onChange({ ...connections, proxy })} />
    </div>
  );
};
