import { type ReactNode, useState } from 'react';

import type { Upload } from './use-upload.js';
import { Button } from '../../kit/index.js';

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer }): boolean =>
  dataTransfer.types.includes('Files');

/** Says which file is being copied, with Stop, or why one was not. */
export const UploadState = ({ upload: { name, problem, stop } }: { readonly upload: Upload }) => (
  <>
    {name !== undefined && (
      <p className="row quiet" role="status">
        Copying {name} into the workspace …
        <Button variant="quiet" isSmall onClick={stop}>
          Stop
        </Button>
      </p>
    )}
    {problem !== undefined && (
      <p className="bad" role="alert">
        {problem}
      </p>
    )}
  </>
);

/** An area that takes files that are dropped on it. */
export const FileDrop = ({
  upload,
  words,
  children,
}: {
  readonly upload: Upload;
  /** What happens with the files. */
  readonly words: string;
  readonly children: ReactNode;
}) => {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className="file-drop"
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        upload.add([...event.dataTransfer.files]);
      }}
    >
      {children}
      <UploadState upload={upload} />
      <p className="quiet">{words}</p>
    </div>
  );
};
