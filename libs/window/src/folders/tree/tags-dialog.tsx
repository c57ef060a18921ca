import { useState } from 'react';

import { Button, Dialog, Field } from '../../kit/index.js';
import { parseTags } from '../../requests/needs-editor.js';
import { describeLines } from './selection.js';
import type { TreeLine } from './tree.js';

interface TagsDialogProps {
  readonly lines: readonly TreeLine[];
  readonly onTag: (addTags: readonly string[], removeTags: readonly string[]) => void;
  readonly onClose: () => void;
  /** Called when the dialog has closed, to return the focus. */
  readonly onGone: () => void;
}

/** Asks which tags to add to requests, and which to remove. */
export const TagsDialog = ({ lines, onTag, onClose, onGone }: TagsDialogProps) => {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [add, remove] = [parseTags(added), parseTags(removed)];
  const isEmpty = add.length + remove.length === 0;
  const form = 'tags-of-many';
  return (
    <Dialog
      title={`Tags of ${describeLines(lines)}`}
      description="Separate several tags by spaces. Folders mean the requests in them."
      size="small"
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onGone();
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={isEmpty}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty) return;
          onTag(add, remove);
          onClose();
        }}
      >
        <Field label="Add" value={added} onChange={({ target }) => setAdded(target.value)} />
        <Field label="Remove" value={removed} onChange={({ target }) => setRemoved(target.value)} />
      </form>
    </Dialog>
  );
};
