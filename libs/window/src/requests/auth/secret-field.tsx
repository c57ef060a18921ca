import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

import { queryKeys } from '../../link/query-keys.js';
import { Button, isOnlyVariables, VariableInput } from '../../kit/index.js';
import { useShow, useSay } from '../../shell/page.js';
import { shortenName } from '../../shell/phrases.js';
import { useLink } from '../../link/use-link.js';
import { describeProblem } from '../../link/problem-words.js';
import { useNames } from '../variables/use-names.js';
import type { Names } from '../url/resolve-url.js';
import '../../style/secret-field.css';

/** Finds an unused name for a secret that contains `what`, such as `client_secret`. */
export const findFreeSecretName = (
  what: string,
  { inherited = [], variables, secrets, builtIns }: Names,
): string => {
  const taken = new Set([
    ...[...inherited, ...variables, ...secrets].map(({ name }) => name),
    ...Object.keys(builtIns),
  ]);
  const base = toSecretName(what);
  for (let number = 2, name = base; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${base}_${number}`;
  }
};

/** Returns the default name of a secret for `what`. */
export const toSecretName = (what: string): string => what.toLowerCase().replaceAll(/\W+/g, '_');

/** Whether a text is a literal secret: it is not empty and contains no `{{variable}}`. */
export const isLiteral = (text: string): boolean => text.trim() !== '' && !text.includes('{{');

/**
 * Returns a function that stores a value as a secret of the active environment, and returns the variable that
 * replaces it.
 */
const useKeepSecret = () => {
  const link = useLink();
  const queries = useQueryClient();
  const names = useNames();
  const say = useSay();
  const [problem, setProblem] = useState<string>();
  const { environment } = names;
  const keep = async (what: string, value: string): Promise<string | undefined> => {
    if (environment === undefined) return undefined;
    const name = findFreeSecretName(what, names);
    try {
      await link.call('environments_update', { id: environment.id, secrets: { [name]: value } });
    } catch (cause) {
      setProblem(describeProblem(cause));
      return undefined;
    }
    setProblem(undefined);
    await queries.invalidateQueries({ queryKey: queryKeys.environments });
    say(`Stored the ${what} as the secret “${name}” of ${shortenName(environment.name)}`);
    return `{{${name}}}`;
  };
  return { environment, problem, keep };
};

interface Props {
  readonly name: string;
  /** Describes the secret in a few words; by default its name. */
  readonly what?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the text may have several lines, such as a PEM key. */
  readonly isLong?: boolean;
  /** Describes what an empty value means. */
  readonly ifEmpty?: string | undefined;
}

/** Formats the label of a field as part of a sentence. */
export const describeFieldContent = (name: string): string => name.replace(/ \(.*\)$/, '').toLowerCase();

/** Warns that the typed text is stored as plain text, and offers to turn it into a secret. */
const PlainTextWarning = ({
  id,
  what,
  value,
  onKept,
}: Pick<Props, 'value'> & {
  readonly id: string;
  readonly what: string;
  readonly onKept: (token: string) => void;
}) => {
  const { environment, problem, keep } = useKeepSecret();
  const show = useShow();
  const store = (): void => {
    void keep(what, value).then((token) => {
      if (token !== undefined) onKept(token);
    });
  };
  return (
    <p id={id} className="in-plain" role="note">
      <span>
        This {what} is stored in plain text, in the files of the workspace too.
        {environment === undefined && ' To make it a secret, activate an environment.'}
      </span>
      {environment === undefined ? (
        <Button isSmall onClick={() => show('environments')}>
          Environments
        </Button>
      ) : (
        <Button isSmall onClick={store}>
          Make it a secret of {environment.name}
        </Button>
      )}
      {problem !== undefined && <span className="bad">{problem}</span>}
    </p>
  );
};

/** An input for a secret. The text is shown as dots unless it consists of `{{variables}}`. Warns if it is a literal. */
export const SecretField = ({ isLong = false, ifEmpty, ...props }: Props) => {
  const { name, value, onChange, what = describeFieldContent(name) } = props;
  const note = useId();
  const isPlain = isLiteral(value);
  const hint = value.trim() === '' ? ifEmpty : undefined;
  const describedBy = isPlain || hint !== undefined ? note : undefined;
  const field = useRef<HTMLDivElement>(null);
  const put = (token: string): void => {
    // The click removes the button, so move the focus to the input.
    field.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    onChange(token);
  };
  /** Keeps the line breaks of a pasted text, such as a PEM key. An input would remove them, because it has only one line. */
  const pasteLines = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text/plain').trim();
    if (!text.includes('\n')) return;
    event.preventDefault();
    onChange(text);
  };
  return (
    <>
      <div className="labelled" ref={field}>
        <span>{name}</span>
        {isLong && value.includes('\n') ? (
          <textarea
            className="hidden-text"
            aria-label={name}
            aria-describedby={describedBy}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <VariableInput
            label={name}
            value={value}
            isSecret={!isOnlyVariables(value)}
            describedBy={describedBy}
            onChange={onChange}
            {...(isLong ? { onPaste: pasteLines } : {})}
          />
        )}
      </div>
      {isPlain && <PlainTextWarning id={note} what={what} value={value} onKept={put} />}
      {hint !== undefined && (
        <p id={note} className="quiet below-field">
          {hint}
        </p>
      )}
    </>
  );
};
