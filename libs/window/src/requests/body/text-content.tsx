import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import type { BodyFormat } from '../../response/body/body-format.js';
import { type JsonFault, findJsonFault } from '../../response/body/json-fault.js';
import { formatBody } from './format-body.js';
import { lookUp, getTokenName } from '../url/resolve-url.js';
import { useNames } from '../variables/use-names.js';
import { Button, CodeEditor, type Language } from '../../kit/index.js';

interface Props {
  readonly label: string;
  readonly format: BodyFormat;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where the tools are shown; absent if they have a row of their own. Null until that element exists. */
  readonly tools?: HTMLElement | null;
}

/**
 * Maximum length of text that is checked while a person types, in characters. Checking a longer text would
 * slow down typing.
 */
const maxCheckedLength = 200_000;

const languages: Readonly<Partial<Record<BodyFormat, Language>>> = {
  json: 'json',
  xml: 'xml',
  html: 'xml',
  javascript: 'javascript',
};

/** Finds where a text that must be JSON becomes invalid. */
const useFault = ({ format, value }: Props): JsonFault | undefined => {
  const names = useNames();
  const text = useDeferredValue(value);
  return useMemo(
    () =>
      format !== 'json' || text.length > maxCheckedLength
        ? undefined
        : findJsonFault(text, (token) => {
            const found = lookUp(getTokenName(token), names);
            return found?.kind === 'secret' ? undefined : found?.value;
          }),
    [format, text, names],
  );
};

/** Maximum length of JSON that the page formats itself, in characters. A worker formats longer and other text. */
const maxSyncLength = 60_000;

const formatInWorker = (text: string, format: BodyFormat): Promise<string | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./format.worker.ts', import.meta.url), { type: 'module' });
    const end = (formatted?: string): void => {
      worker.terminate();
      resolve(formatted);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<string | undefined>) => end(data));
    worker.addEventListener('error', () => end());
    worker.postMessage({ text, format });
  });

/** Returns a function that formats the text. The result is discarded if the text is edited meanwhile. */
const useFormat = (props: Props) => {
  const latest = useRef(props);
  latest.current = props;
  return (): void => {
    const { value, format } = props;
    const isShort = format === 'json' && value.length <= maxSyncLength;
    void (isShort ? formatBody(value, format) : formatInWorker(value, format)).then((text) => {
      if (text !== undefined && text !== value && latest.current.value === value)
        latest.current.onChange(text);
    });
  };
};

interface ToolsProps {
  readonly fault: JsonFault | undefined;
  readonly isFormattable: boolean;
  readonly onFormat: () => void;
  readonly onFault: (at: number) => void;
}

/** The position of an error, and the format button. */
const TextTools = ({ fault, isFormattable, onFormat, onFault }: ToolsProps): ReactNode => (
  <div className="body-bar row">
    <span role="status">
      {fault && (
        <button type="button" className="link bad" onClick={() => onFault(fault.at)}>
          Invalid JSON at line {fault.line}, column {fault.column}
        </button>
      )}
    </span>
    <Button
      variant="quiet"
      isSmall
      title="Shift+Alt+F"
      aria-keyshortcuts="Shift+Alt+F"
      disabled={!isFormattable}
      onClick={onFormat}
    >
      Format
    </Button>
  </div>
);

/** Edits the text of a body. Marks the position of an error, and has a format button. */
export const TextContent = (props: Props) => {
  const { label, format, value, onChange, tools } = props;
  const fault = useFault(props);
  const [cursor, setCursor] = useState<number>();
  const lay = useFormat(props);
  const bar = format !== 'text' && (
    <TextTools
      fault={fault}
      isFormattable={fault === undefined && value.trim() !== ''}
      onFormat={lay}
      onFault={setCursor}
    />
  );
  return (
    <div
      className="text-content"
      onKeyDown={(event) => {
        if (!event.shiftKey || !event.altKey || event.code !== 'KeyF') return;
        event.preventDefault();
        lay();
      }}
    >
      {tools === undefined ? bar : tools && createPortal(bar, tools)}
      <CodeEditor
        label={label}
        language={languages[format] ?? 'text'}
        value={value}
        faultAt={fault?.at}
        cursor={cursor}
        onCursor={() => setCursor(undefined)}
        onChange={onChange}
      />
    </div>
  );
};
