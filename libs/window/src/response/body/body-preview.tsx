import { useEffect, useState } from 'react';

import { HtmlPreview } from '../../kit/index.js';
import { mediaType } from './body-format.js';
import type { PreviewKind } from './preview.js';

/** The address of bytes, as long as they are shown. */
const useObjectUrl = (bytes: Uint8Array<ArrayBuffer>, type: string): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [bytes, type]);
  return url;
};

interface MediaProps {
  readonly kind: Exclude<PreviewKind, 'html'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
}

const Media = ({ kind, bytes, contentType }: MediaProps) => {
  const type = mediaType(contentType);
  const url = useObjectUrl(bytes, type);
  const [isBroken, setIsBroken] = useState(false);
  const fail = (): void => {
    setIsBroken(true);
  };
  if (isBroken) return <p className="quiet">The browser cannot show this {type} body. Save it to a file.</p>;
  if (url === undefined) return null;
  if (kind === 'pdf') return <iframe className="preview" title="Preview" src={url} />;
  if (kind === 'audio')
    return <audio className="media" aria-label="The response" controls src={url} onError={fail} />;
  if (kind === 'video')
    return <video className="media" aria-label="The response" controls src={url} onError={fail} />;
  return <img className="preview" alt="The response" src={url} onError={fail} />;
};

/** A body as what it is: a page, an image, a document, sound. */
export const Preview = ({
  kind,
  text,
  bytes,
  contentType,
}: {
  readonly kind: PreviewKind;
  readonly text: string | undefined;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
}) =>
  kind === 'html' ? (
    <HtmlPreview html={text ?? ''} />
  ) : (
    <Media kind={kind} bytes={bytes()} contentType={contentType} />
  );
