import type { RunOutcome } from '@tandem/core';
import picocolors from 'picocolors';

import type { ReporterOptions } from '../reporter.js';

type Paint = (text: string) => string;

/** Terminal text colors, or none. */
export interface Pen {
  readonly good: Paint;
  readonly bad: Paint;
  readonly odd: Paint;
  readonly faint: Paint;
  readonly strong: Paint;
}

/** A pen for these options. */
export const createPen = ({ colors = false }: ReporterOptions): Pen => {
  const { green, red, yellow, dim, bold } = picocolors.createColors(colors);
  return { good: green, bad: red, odd: yellow, faint: dim, strong: bold };
};

const looks = {
  passed: { mark: '✓', dot: '.', paint: 'good' },
  untested: { mark: '○', dot: 'u', paint: 'faint' },
  failed: { mark: '✗', dot: 'F', paint: 'bad' },
  error: { mark: '✗', dot: 'E', paint: 'bad' },
  skipped: { mark: '–', dot: 's', paint: 'faint' },
  flaky: { mark: '↻', dot: 'f', paint: 'odd' },
} as const satisfies Record<RunOutcome, { mark: string; dot: string; paint: keyof Pen }>;

/** The mark of an outcome in a tree, or its letter in a row of dots. */
export const formatMark = (pen: Pen, outcome: RunOutcome, form: 'mark' | 'dot' = 'mark'): string => {
  const look = looks[outcome];
  return pen[look.paint](look[form]);
};
