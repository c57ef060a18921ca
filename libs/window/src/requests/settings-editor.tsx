import { type RequestSettings, timeoutLimits } from '@tandem/core';
import { useEffect, useId, useRef } from 'react';

import { replaceSetting } from './saved-request.js';
import { type UnfinishedTexts, type numberRanges, type Part, readPart } from './drafts/draft.js';
import type { SendBlocker } from './sending/send-blocker.js';
import { LabelledControl, Select } from '../kit/index.js';

type NumberPart = keyof typeof numberRanges;

interface Props {
  readonly settings: RequestSettings;
  /** The values inherited from the folders, which apply if nothing is set here. */
  readonly inherited: RequestSettings;
  /** Whether the settings are those of the workspace, which inherits nothing. */
  readonly isOutermost?: boolean;
  /** Whether the settings apply to GraphQL requests. */
  readonly hasGraphql?: boolean;
  readonly unfinished: UnfinishedTexts;
  readonly onChange: (settings: RequestSettings) => void;
  readonly onType: (part: Part, text: string) => void;
  /** The setting to show because it blocks sending, if any. */
  readonly wanted: SendBlocker['where'] | undefined;
  readonly onBlockerShown: () => void;
}

const NumberLine = ({
  name,
  part,
  fallback,
  settings,
  inherited,
  unfinished,
  onType,
  wanted,
  onBlockerShown,
}: Omit<Props, 'onChange' | 'isOutermost'> & {
  readonly name: string;
  readonly part: NumberPart;
  readonly fallback: number;
}) => {
  const text = unfinished[part] ?? String(settings[part] ?? '');
  const reading = readPart(part, text);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const isWrong = reading.kind === 'problem';
  useEffect(() => {
    if (wanted !== part) return;
    input.current?.select();
    onBlockerShown();
  }, [wanted, part, onBlockerShown]);
  return (
    <>
      <LabelledControl name={name}>
        <input
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(inherited[part] ?? fallback)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? problemId : undefined}
          value={text}
          onChange={({ target }) => {
            onType(part, target.value);
          }}
        />
      </LabelledControl>
      {isWrong && (
        <p id={problemId} className="bad" role="alert">
          Not saved: {reading.problem}.
        </p>
      )}
    </>
  );
};

/** A switch for a setting that is inherited unless it is set here. */
const CheckLine = ({
  name,
  own,
  around,
  isOutermost,
  onChange,
}: {
  readonly name: string;
  /** The value set here. */
  readonly own: boolean | undefined;
  /** The inherited value, which applies if nothing is set here. */
  readonly around: boolean;
  readonly isOutermost: boolean;
  readonly onChange: (value: boolean | undefined) => void;
}) => {
  const [source, back] = isOutermost ? ['Default', 'Use default'] : ['Inherited', 'Use inherited'];
  return (
    <div className="row check-line">
      <LabelledControl name={name}>
        <input
          type="checkbox"
          checked={own ?? around}
          onChange={({ target }) => {
            onChange(target.checked);
          }}
        />
      </LabelledControl>
      {own === undefined ? (
        <span className="quiet">{source}</span>
      ) : (
        <button
          type="button"
          className="link"
          aria-label={`${back}: ${name}`}
          title={`${around ? 'On' : 'Off'} when nothing is set here`}
          onClick={() => onChange(undefined)}
        >
          {back}
        </button>
      )}
    </div>
  );
};

type Version = NonNullable<RequestSettings['http']>;

const versions: Readonly<Record<Version, string>> = {
  '1.1': 'HTTP/1.1',
  '2': 'HTTP/2',
  auto: 'HTTP/2 if the server offers it',
};

const isVersion = (value: Version | ''): value is Version => value !== '';

/** Selects the HTTP version, which is inherited unless it is set here. */
const VersionLine = ({
  settings,
  inherited,
  onChange,
}: Pick<Props, 'settings' | 'inherited' | 'onChange'>) => {
  const around = `${versions[inherited.http ?? '1.1']} (${inherited.http === undefined ? 'default' : 'inherited'})`;
  const options = [
    { value: '' as const, title: around },
    ...(Object.keys(versions) as Version[]).map((value) => ({ value, title: versions[value] })),
  ];
  return (
    <div className="labelled">
      <span>HTTP version</span>
      <Select
        label="HTTP version"
        className={settings.http === undefined ? 'quiet' : ''}
        value={settings.http ?? ''}
        options={options}
        onChange={(value: Version | '') =>
          onChange(replaceSetting(settings, 'http', isVersion(value) ? value : undefined))
        }
      />
    </div>
  );
};

/** Edits timeout, redirects, HTTP version, cookies and certificates. Empty settings are inherited or have a default. */
export const SettingsEditor = ({
  settings,
  onChange,
  isOutermost = false,
  hasGraphql = true,
  ...typing
}: Props) => {
  const { inherited } = typing;
  const checkLine = (
    name: string,
    key: 'followRedirects' | 'cookies' | 'failOnGraphqlErrors',
    fallback = true,
  ) => (
    <CheckLine
      name={name}
      own={settings[key]}
      around={inherited[key] ?? fallback}
      isOutermost={isOutermost}
      onChange={(value) => onChange(replaceSetting(settings, key, value))}
    />
  );
  return (
    <div className="stack">
      <NumberLine
        name="Timeout (ms)"
        part="timeoutMs"
        fallback={timeoutLimits.default}
        settings={settings}
        {...typing}
      />
      {checkLine('Follow redirects', 'followRedirects')}
      <NumberLine name="Max redirects" part="maxRedirects" fallback={10} settings={settings} {...typing} />
      <VersionLine settings={settings} inherited={inherited} onChange={onChange} />
      {checkLine('Keep and send cookies', 'cookies')}
      {hasGraphql && checkLine('Fail on GraphQL errors', 'failOnGraphqlErrors', false)}
      <CheckLine
        name="Verify certificates"
        own={settings.tls?.verify}
        around={inherited.tls?.verify ?? true}
        isOutermost={isOutermost}
        onChange={(verify) =>
          onChange(replaceSetting(settings, 'tls', verify === undefined ? undefined : { verify }))
        }
      />
      {(settings.tls?.verify ?? inherited.tls?.verify) === false && (
        <p className="bad">Any server can impersonate this one and read what is sent.</p>
      )}
    </div>
  );
};
