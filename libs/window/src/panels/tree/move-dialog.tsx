import { type MoveTarget, moveTargets, noTargetWords } from '../../model/move-targets.js';
import type { Summary } from '../../model/saved-request.js';
import { PickDialog } from '../../kit/index.js';

interface Props {
  readonly request: Summary;
  readonly requests: readonly Summary[];
  readonly onMove: (folder: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const titleOf = ({ folder, isNew }: MoveTarget): string => {
  if (isNew) return `New folder ${folder}`;
  return folder === '' ? 'No folder' : folder;
};

/** Asks for the folder that a request is moved to: one that is there, or a new one. */
export const MoveDialog = ({ request: { name, folder: present }, requests, onMove, ...closing }: Props) => (
  <PickDialog
    title={`Move ${name}`}
    placeholder={`Move ${name} to the folder …`}
    emptyFor={noTargetWords}
    picksFor={(typed) =>
      moveTargets(requests, present, typed).map((target) => ({
        key: `/${target.folder}`,
        title: titleOf(target),
        take: () => {
          onMove(target.folder);
        },
      }))
    }
    {...closing}
  />
);
