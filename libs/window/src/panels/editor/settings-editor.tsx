import { type RequestSettings, timeoutLimits } from '@tandem/core';
import { useEffect, useId, useRef } from 'react';

import type { Unfinished } from '../../model/draft.js';
import type { SendBlocker } from '../../model/send-blocker.js';
import { type numberRanges, type Part, readPart } from '../../model/parts.js';
import { Labelled } from '../../kit/index.js';

type NumberPart = keyof typeof numberRanges;

interface Props {
  readonly settings: RequestSettings;
  /** Those of the folders around, which apply where nothing is set. */
  readonly inherited: RequestSettings;
  readonly unfinished: Unfinished;
  readonly onChange: (settings: RequestSettings) => void;
  readonly onType: (part: Part, text: string) => void;
  /** What blocks sending, if it is here. */
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
}: Omit<Props, 'onChange'> & {
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
      <Labelled name={name}>
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
      </Labelled>
      {isWrong && (
        <p id={problemId} className="bad" role="alert">
          Not saved: {reading.problem}.
        </p>
      )}
    </>
  );
};

/** Deadline, redirects, cookies and certificates; what is left empty is inherited or has its default. */
export const SettingsEditor = ({ settings, onChange, ...typing }: Props) => (
  <div className="stack">
    <NumberLine
      name="Timeout (ms)"
      part="timeoutMs"
      fallback={timeoutLimits.default}
      settings={settings}
      {...typing}
    />
    <Labelled name="Follow redirects">
      <input
        type="checkbox"
        checked={settings.followRedirects ?? typing.inherited.followRedirects ?? true}
        onChange={({ target }) => {
          onChange({ ...settings, followRedirects: target.checked });
        }}
      />
    </Labelled>
    <NumberLine name="Max redirects" part="maxRedirects" fallback={10} settings={settings} {...typing} />
    <Labelled name="Keep and send cookies">
      <input
        type="checkbox"
        checked={settings.cookies ?? typing.inherited.cookies ?? true}
        onChange={({ target }) => {
          onChange({ ...settings, cookies: target.checked });
        }}
      />
    </Labelled>
    <Labelled name="Verify certificates">
      <input
        type="checkbox"
        checked={settings.tls?.verify ?? typing.inherited.tls?.verify ?? true}
        onChange={({ target }) => {
          onChange({ ...settings, tls: { verify: target.checked } });
        }}
      />
    </Labelled>
    {(settings.tls?.verify ?? typing.inherited.tls?.verify) === false && (
      <p className="bad">Any server can answer for this one, and read what is sent.</p>
    )}
  </div>
);
