import type { ActivityField } from '@tandem/core';

import { CodeDiff } from '../kit/index.js';
import { areShort, fieldText, fieldTitle } from './entry-words.js';

/** A field before and after a change: beside each other, or as a difference of texts. */
export const FieldDifference = ({ field }: { readonly field: ActivityField }) => {
  const title = fieldTitle(field.name);
  if (!('before' in field)) return <p className="quiet">{title}: too long to be kept</p>;
  const [before, after] = [field.before, field.after].map((value) => fieldText(field.name, value));
  if (before === undefined || after === undefined) return null;
  if (areShort(before, after))
    return (
      <p className="activity-values">
        <span>{title}</span>
        <del>{before === '' ? 'empty' : before}</del>
        <ins>{after === '' ? 'empty' : after}</ins>
      </p>
    );
  return (
    <>
      <p>{title}</p>
      <div className="text-diff">
        <CodeDiff label={`Difference of ${title}`} before={before} after={after} />
      </div>
    </>
  );
};
