/** A field of an auth. One with `words` is chosen among them; an optional one is left out while it is empty. */
export interface AuthField {
  readonly key: string;
  readonly label: string;
  readonly isSecret?: boolean;
  /** What a secret holds, in a sentence, if its label does not say it. */
  readonly what?: string;
  /** What it means that it is empty. */
  readonly ifEmpty?: string;
  readonly isOptional?: boolean;
  readonly words?: Readonly<Record<string, string>>;
  /** A control other than a line of text. */
  readonly as?: 'lines' | 'check' | 'number' | 'parameters';
  /** What counts while the field is not set. */
  readonly fallback?: string | boolean;
  /** Whether it applies to the auth as it is. */
  readonly isFor?: (auth: Readonly<Record<string, unknown>>) => boolean;
  /** Whether it is among those that are shown on request. */
  readonly isRare?: true;
  /** Whose parameters are meant. */
  readonly request?: 'authorization' | 'token';
}

type OptionLabels = Readonly<Record<string, string>>;

/** A field that is left out while it is empty. */
export const line = (key: string, label: string, more: Partial<AuthField> = {}): AuthField => ({
  key,
  label,
  isOptional: true,
  ...more,
});

/** One whose text is hidden. */
export const secret = (key: string, label: string, more: Partial<AuthField> = {}): AuthField =>
  line(key, label, { ...more, isSecret: true });

/** One of a few words; `fallback` counts while none is chosen. */
export const choice = (
  key: string,
  label: string,
  words: OptionLabels,
  fallback: string,
  more: Partial<AuthField> = {},
): AuthField => line(key, label, { words, fallback, ...more });
