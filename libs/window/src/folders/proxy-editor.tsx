import type { ProxySetting } from '@tandem/core';
import { useId, useState } from 'react';

import { Choice, VariableInput, VariableLine } from '../kit/index.js';
import { SecretField } from '../requests/auth/secret-field.js';

/** Whether text contains a variable, whose value decides. */
const hasVariable = (text: string): boolean => text.includes('{{');

/** Why text is not a valid proxy host; undefined if it may be one. */
export const findProxyHostProblem = (host: string): string | undefined => {
  const text = host.trim();
  if (hasVariable(text)) return undefined;
  if (text === '') return 'Enter the name or address of the proxy, such as proxy.example.';
  if (text.includes('://')) return 'Enter the host alone, without http:// before it.';
  if (/^[^:\s]+:\d*$/.test(text)) return 'Enter the host alone; the port has a field of its own.';
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const isHost = !/[/@?#\s]/.test(text) && URL.canParse(`http://${bracketed}`);
  return isHost ? undefined : `“${text}” is not a host name. Enter one such as proxy.example.`;
};

/** Why text is not a valid proxy port; undefined if it may be one, or is empty for the default. */
export const findProxyPortProblem = (port: string): string | undefined => {
  const text = port.trim();
  if (text === '' || hasVariable(text)) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 65_535
    ? undefined
    : `“${text}” is not a port. Enter a number from 1 to 65535.`;
};

interface Props {
  readonly proxy: ProxySetting | undefined;
  readonly onChange: (proxy: ProxySetting) => void;
}

const modes = { none: 'None', system: 'System proxy', manual: 'Custom' } as const;
const protocols = { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' } as const;
const noCredentials = { username: '', password: '', enabled: true } as const;

/** Whether a protocol is one of the options; a file may name others. */
const isKnown = (protocol: string): protocol is keyof typeof protocols => Object.hasOwn(protocols, protocol);

const parsePort = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** A proxy with `more`, without empty values. */
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

/** A text field that shows its error after editing and blur. */
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

const Manual = ({
  proxy,
  onChange,
}: {
  readonly proxy: ProxySetting;
  readonly onChange: Props['onChange'];
}) => {
  const { protocol = 'http', hostname, port = '', auth = noCredentials, bypass = '' } = proxy;
  const change = (more: Partial<ProxySetting>): void => onChange(updateProxy(proxy, more));
  const words = isKnown(protocol) ? protocols : { ...protocols, [protocol]: protocol };
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

/** The proxy for the workspace's requests. */
export const ProxyEditor = ({ proxy, onChange }: Props) => {
  const mode = proxy?.mode ?? 'none';
  return (
    <>
      <h2>Proxy</h2>
      <p className="quiet">
        The system proxy is set by HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Requests to this machine do not use a
        proxy, and neither do those to the hosts in its bypass list, such as example.com, 10.0.0.0/8.
      </p>
      <Choice
        name="Proxy"
        value={mode}
        words={modes}
        onChange={(chosen) => onChange({ hostname: '', ...proxy, mode: chosen })}
      />
      {mode === 'manual' && proxy && <Manual proxy={proxy} onChange={onChange} />}
    </>
  );
};
