import { type RequestSettings, timeoutLimits } from '@tandem/core';

import { Labelled } from './labelled.js';

interface Props {
  readonly settings: RequestSettings;
  readonly onChange: (settings: RequestSettings) => void;
}

const NumberLine = ({
  name,
  value,
  fallback,
  range: [minimum, maximum],
  onChange,
}: {
  readonly name: string;
  readonly value: number | undefined;
  readonly fallback: number;
  readonly range: readonly [number, number];
  readonly onChange: (value: number | undefined) => void;
}) => (
  <Labelled name={name}>
    <input
      type="number"
      min={minimum}
      max={maximum}
      placeholder={String(fallback)}
      value={value ?? ''}
      onChange={({ target }) => {
        if (target.value === '') onChange(undefined);
        else onChange(Math.min(maximum, Math.max(minimum, Math.round(Number(target.value)))));
      }}
    />
  </Labelled>
);

/** Deadline and redirects; what is left empty has its default. */
export const SettingsEditor = ({ settings, onChange }: Props) => {
  const { timeoutMs: _timeout, ...withoutTimeout } = settings;
  const { maxRedirects: _most, ...withoutMost } = settings;
  return (
    <div className="stack">
      <NumberLine
        name="Deadline, ms"
        value={settings.timeoutMs}
        fallback={timeoutLimits.default}
        range={[timeoutLimits.minimum, timeoutLimits.maximum]}
        onChange={(timeoutMs) =>
          onChange(timeoutMs === undefined ? withoutTimeout : { ...settings, timeoutMs })
        }
      />
      <Labelled name="Follow redirects">
        <input
          type="checkbox"
          checked={settings.followRedirects ?? true}
          onChange={({ target }) => {
            onChange({ ...settings, followRedirects: target.checked });
          }}
        />
      </Labelled>
      <NumberLine
        name="Most redirects"
        value={settings.maxRedirects}
        fallback={10}
        range={[0, 100]}
        onChange={(maxRedirects) =>
          onChange(maxRedirects === undefined ? withoutMost : { ...settings, maxRedirects })
        }
      />
    </div>
  );
};
