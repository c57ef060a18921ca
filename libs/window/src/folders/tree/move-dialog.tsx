import { PickDialog } from '../../kit/index.js';
import { type MoveTarget, moveTargets, describeNoTarget } from './move-targets.js';
import { findParentOfLine, nameOf, pathsIn, type TreeContent, type TreeLine } from './tree.js';

interface Props {
  /** What is moved. */
  readonly line: TreeLine;
  readonly content: TreeContent;
  readonly onMove: (folder: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const titleOf = ({ folder, isNew }: MoveTarget): string => {
  if (isNew) return `New folder ${folder}`;
  return folder === '' ? 'No folder' : folder;
};

/** Asks for the folder that a request or a folder is moved to: one that is there, or a new one. */
export const MoveDialog = ({ line, content, onMove, ...closing }: Props) => {
  const name = nameOf(line);
  const moved = { present: findParentOfLine(line), ...(line.kind === 'folder' ? { folder: line.path } : {}) };
  const folders = pathsIn(content);
  return (
    <PickDialog
      title={`Move ${name}`}
      placeholder={`Move ${name} to the folder …`}
      emptyFor={(typed) => describeNoTarget(moved, typed)}
      picksFor={(typed) =>
        moveTargets(folders, moved, typed).map((target) => ({
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
};
