import { type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Sets the character at which a text is wrong; undefined when it is not wrong. */
export const setFault = StateEffect.define<number | undefined>();

const mark = Decoration.mark({ class: 'cm-fault' });

/** Underlines the character at which a text is wrong, or the last one when something is missing at the end. */
export const faultMark: Extension = StateField.define<DecorationSet>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => {
    const effect = transaction.effects.find((one) => one.is(setFault));
    if (effect === undefined) return marks.map(transaction.changes);
    const { length } = transaction.newDoc;
    if (effect.value === undefined || length === 0) return RangeSet.empty;
    const from = Math.min(effect.value, length - 1);
    return RangeSet.of(mark.range(from, from + 1));
  },
  provide: (field) => EditorView.decorations.from(field),
});
