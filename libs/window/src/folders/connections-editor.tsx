import type { CertificateSetting, ConnectionSettings, ProxySetting } from '@tandem/core';
import { X } from 'lucide-react';
import { useState, useId } from 'react';

import { Button, Choice, IconButton, TextLine, VariableInput, VariableLine } from '../kit/index.js';
import { FileField } from '../requests/body/file-field.js';
import { SecretField } from '../requests/auth/secret-field.js';

/** Whether text contains a variable, in which case it can only be checked when it is used. */
const hasVariable = (text: string): boolean => text.includes('{{');

/** Returns why a text is not a valid proxy host; undefined if it may be valid. */
export const findProxyHostProblem = (host: string): string | undefined => {
  const text = host.trim();
  if (hasVariable(text)) return undefined;
  if (text === '') return 'Enter the name or address of the proxy, such as proxy.example.';
  if (text.includes('://')) return 'Enter only the host, without http:// before it.';
  if (/^[^:\s]+:\d*$/.test(text)) return 'Enter only the host; the port has its own field.';
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const isHost = !/[/@?#\s]/.test(text) && URL.canParse(`http://${bracketed}`);
  return isHost ? undefined : `“${text}” is not a host name. Enter one such as proxy.example.`;
};

/** Returns why a text is not a valid proxy port; undefined if it may be valid, or is empty, which means the default port. */
export const findProxyPortProblem = (port: string): string | undefined => {
  const text = port.trim();
  if (text === '' || hasVariable(text)) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 65_535
    ? undefined
    : `“${text}” is not a port. Enter a number from 1 to 65535.`;
};

interface ProxyProps {
  readonly proxy: ProxySetting | undefined;
  readonly onChange: (proxy: ProxySetting) => void;
}

const modes = { none: 'None', system: 'System proxy', manual: 'Custom' } as const;
const protocols = { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' } as const;
const noCredentials = { username: '', password: '', enabled: true } as const;

/** Whether a protocol is one of the options. A file may contain other protocols. */
const isKnownProtocol = (protocol: string): protocol is keyof typeof protocols =>
  Object.hasOwn(protocols, protocol);

const parsePort = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** Updates a proxy and removes its empty values. */
const updateProxy = (proxy: ProxySetting, more: Partial<ProxySetting>): ProxySetting => {
  const { auth, port = '', bypass = '', ...others } = { ...proxy, ...more };
  const hasAuth = auth !== undefined && auth.username + auth.password !== '';
  return {
    ...others,
    ...(port === '' ? {} : { port }),
    ...(hasAuth ? { auth } : {}),
    ...(bypass === '' ? {} : { bypass }),
  };
};

/** A text field that shows its error only after the text was edited and the focus has left the field. */
const CheckedField = ({
  name,
  value,
  problem,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}) => {
  const [isTyping, setIsTyping] = useState(value === '');
  const note = useId();
  const shown = isTyping ? undefined : problem;
  return (
    <>
      <div className="labelled">
        <span>{name}</span>
        <VariableInput
          label={name}
          value={value}
          isInvalid={shown !== undefined}
          describedBy={shown === undefined ? undefined : note}
          onChange={(text) => {
            setIsTyping(true);
            onChange(text);
          }}
          onBlur={() => setIsTyping(false)}
        />
      </div>
      {shown !== undefined && (
        <p id={note} className="bad below-field" role="alert">
          {shown}
        </p>
      )}
    </>
  );
};

const CustomProxy = ({
  proxy,
  onChange,
}: {
  readonly proxy: ProxySetting;
  readonly onChange: ProxyProps['onChange'];
}) => {
  const { protocol = 'http', hostname, port = '', auth = noCredentials, bypass = '' } = proxy;
  const change = (more: Partial<ProxySetting>): void => onChange(updateProxy(proxy, more));
  const words = isKnownProtocol(protocol) ? protocols : { ...protocols, [protocol]: protocol };
  return (
    <>
      <Choice
        name="Protocol"
        value={protocol}
        words={words}
        onChange={(chosen) => change({ protocol: chosen })}
      />
      <CheckedField
        name="Host"
        value={hostname}
        problem={findProxyHostProblem(hostname)}
        onChange={(text) => change({ hostname: text })}
      />
      <CheckedField
        name="Port"
        value={String(port)}
        problem={findProxyPortProblem(String(port))}
        onChange={(text) => change({ port: parsePort(text) })}
      />
      <VariableLine
        name="Username"
        value={auth.username}
        onChange={(username) => change({ auth: { ...auth, username } })}
      />
      <SecretField
        name="Password"
        value={auth.password}
        onChange={(password) => change({ auth: { ...auth, password } })}
      />
      <VariableLine name="Bypass" value={bypass} onChange={(text) => change({ bypass: text })} />
    </>
  );
};

/** Edits the proxy for the workspace's requests. */
export const ProxyEditor = ({ proxy, onChange }: ProxyProps) => {
  const mode = proxy?.mode ?? 'none';
  return (
    <>
      <h2>Proxy</h2>
      <p className="quiet">
        The system proxy is set by HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Requests to localhost bypass the
        proxy, and so do those to the hosts in its bypass list, such as example.com, 10.0.0.0/8.
      </p>
      <Choice
        name="Proxy"
        value={mode}
        words={modes}
        onChange={(chosen) => onChange({ hostname: '', ...proxy, mode: chosen })}
      />
      {mode === 'manual' && proxy && <CustomProxy proxy={proxy} onChange={onChange} />}
    </>
  );
};

interface ConnectionsProps {
  readonly connections: ConnectionSettings;
  readonly onChange: (connections: ConnectionSettings) => void;
}

type Pem = Extract<CertificateSetting, { readonly type: 'pem' }>;

/** A certificate that a person is entering, in PEM or PKCS #12 form. */
type TypedCertificate = Pick<Pem, 'domain' | 'certificate' | 'key'> & {
  readonly type: CertificateSetting['type'];
  readonly file: string;
  readonly passphrase: string;
};

const noCertificate: TypedCertificate = {
  type: 'pem',
  domain: '',
  certificate: '',
  key: '',
  file: '',
  passphrase: '',
};

/** Converts the entered certificate to a setting; undefined while it is incomplete. */
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

const Authorities = ({ connections, onChange }: ConnectionsProps) => {
  const [file, setFile] = useState('');
  const { ca } = connections;
  return (
    <>
      <h2>Certificate authorities</h2>
      <p className="quiet">
        Servers are verified with the CAs of the system and those in these PEM files in the workspace folder.
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

const CertificateFiles = ({
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
  const [typed, setTyped] = useState(noCertificate);
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
      <CertificateFiles typed={typed} onType={type} />
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
            setTyped(noCertificate);
          }}
        >
          Add the certificate
        </Button>
      </div>
    </>
  );
};

const sessionCookieLabels = { keep: 'Manually', restart: 'When Tandem starts' } as const;

const SessionCookies = ({ connections, onChange }: ConnectionsProps) => (
  <>
    <h2>Cookies</h2>
    <p className="quiet">
      Session cookies have no expiry date. A browser deletes them when it is closed; Tandem keeps them like
      other cookies.
    </p>
    <Choice
      name="Clear session cookies"
      value={connections.sessionCookies ?? 'keep'}
      words={sessionCookieLabels}
      onChange={(sessionCookies) => onChange({ ...connections, sessionCookies })}
    />
  </>
);

/** Edits how the workspace's requests connect: trusted CAs, client certificates, proxy and cookies. */
export const ConnectionsEditor = ({ connections, onChange }: ConnectionsProps) => {
  const { clientCertificates: all } = connections;
  const store = (clientCertificates: readonly CertificateSetting[]): void =>
    onChange({ ...connections, clientCertificates });
  return (
    <div className="stack">
      <Authorities connections={connections} onChange={onChange} />
      <h2>Client certificates</h2>
      <p className="quiet">
        The first enabled certificate whose domain matches is sent to the server; * matches any characters.
        Keep keys out of the repository, and put a passphrase in a secret, such as {'{{passphrase}}'}.
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
