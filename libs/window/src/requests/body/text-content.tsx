import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { removeJsonComments } from '@tandem/core/codec';

import type { BodyFormat } from '../../response/body/body-format.js';
import { type JsonFault, findJsonFault } from '../../response/body/json-fault.js';
import { lookUp, getTokenName } from '../url/resolve-url.js';
import { useNames } from '../variables/use-names.js';
import { Button, CodeEditor, type Language } from '../../kit/index.js';
import { indentJson, prettyPrint } from '../../response/body/pretty-print.js';
import { variableToken, variableTokens } from '../../variable-token.js';

/**
 * Private-use characters around the number of a replaced token. A formatter treats them and the number as one word or, inside a
 * string, as plain text.
 */
const [open, closeTab] = ['\ue000', '\ue001'];

/**
 * Replaces the tokens of a text with numbers, so that a formatter leaves them unchanged. Also returns a function that
 * restores them.
 */
const replaceTokens = (text: string, tokens: RegExp) => {
  const kept: string[] = [];
  return {
    text: text.replace(tokens, (token) => `${open}${kept.push(token) - 1}${closeTab}`),
    restore: (formatted: string): string =>
      formatted.replace(
        new RegExp(`${open}(\\d+)${closeTab}`, 'g'),
        (mark, index: string) => kept[Number(index)] ?? mark,
      ),
  };
};

/** Matches the parts of JSON text that formatting must not change: escaped braces, variables and escapes. */
const preservedTokens = new RegExp(String.raw`\\\{\{|${variableToken}|\\[^]`, 'g');

/** Formats a JSON body without changing variables, escapes, digits or names; undefined if the text is not JSON. */
export const formatJson = (text: string): string | undefined => {
  if (text.trim() === '' || findJsonFault(text) !== undefined) return undefined;
  // The JSON formatter does not support comments.
  if (removeJsonComments(text) !== text) return undefined;
  const { text: json, restore } = replaceTokens(text, preservedTokens);
  return restore(indentJson(json));
};

/** Formats a body; undefined if that is not possible. */
export const formatBody = async (text: string, format: BodyFormat): Promise<string | undefined> => {
  if (format === 'json') return formatJson(text);
  if (format === 'text') return undefined;
  const { text: plain, restore } = replaceTokens(text, variableTokens);
  return restore(await prettyPrint(plain, format));
};

interface Props {
  readonly label: string;
  readonly format: BodyFormat;
  readonly value: string;
  readonly onChange: (value: string) => void;
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

/** Returns a function that formats the text. The result is discarded if the text is edited meanwhile. */
const useFormat = (props: Props) => {
  const latest = useRef(props);
  latest.current = props;
  return (): void => {
    const { value, format } = props;
    void formatBody(value, format).then((text) => {
      if (text !== undefined && text !== value && latest.current.value === value)
        latest.current.onChange(text);
    });
  };
};

/** Edits the text of a body. Marks the position of an error, and has a format button. */
export const TextContent = (props: Props) => {
  const { label, format, value, onChange } = props;
  const fault = useFault(props);
  const [cursor, setCursor] = useState<number>();
  const lay = useFormat(props);
  return (
    <div
      className="text-content"
      onKeyDown={(event) => {
        if (!event.shiftKey || !event.altKey || event.code !== 'KeyF') return;
        event.preventDefault();
        lay();
      }}
    >
      {format !== 'text' && (
        <div className="body-bar row">
          <span role="status">
            {fault && (
              <button type="button" className="link bad" onClick={() => setCursor(fault.at)}>
                Invalid JSON at line {fault.line}, column {fault.column}
              </button>
            )}
          </span>
          <Button
            variant="quiet"
            isSmall
            title="Shift+Alt+F"
            aria-keyshortcuts="Shift+Alt+F"
            disabled={fault !== undefined || value.trim() === ''}
            onClick={lay}
          >
            Format
          </Button>
        </div>
      )}
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
