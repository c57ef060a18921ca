import type { ExecutionId, ResponseSummary } from '@tandem/core';
import { useState } from 'react';

import { jsonPieces } from '../model/coloured-json.js';
import { imageType, imageUrl, type Preview, previewOf } from '../model/preview.js';
import type { RequestId } from '../model/saved-request.js';
import { byteSize, prettyBody } from '../model/show-body.js';
import { useHeld } from '../state/contexts.js';
import { useKeptBytes } from '../state/use-history.js';
import { usePretty } from '../state/use-pretty.js';
import { CodeEditor, HtmlPreview } from '../kit/index.js';

/** Up to this many characters a text is plain elements; beyond, an editor that draws what is in view. */
const mostPlain = 60_000;

const Plain = ({ text, json }: { readonly text: string; readonly json: boolean }) => (
  <pre className="code">
    {json
      ? jsonPieces(text).map((piece, index) =>
          piece.kind === 'other' ? (
            piece.text
          ) : (
            <span key={index} className={`json-${piece.kind}`}>
              {piece.text}
            </span>
          ),
        )
      : text}
  </pre>
);

const Long = ({ text, json }: { readonly text: string; readonly json: boolean }) => (
  <div className="long">
    <CodeEditor label="Response body" language={json ? 'json' : 'text'} value={text} />
  </div>
);

const Pretty = ({
  text,
  contentType,
}: {
  readonly text: string;
  readonly contentType: string | undefined;
}) => {
  const long = usePretty(text.length > mostPlain ? text : undefined, contentType);
  if (text.length <= mostPlain) return <Plain {...prettyBody(text, contentType)} />;
  return long ? <Long {...long} /> : <p className="quiet">Formatting …</p>;
};

const Shown = ({ preview }: { readonly preview: Preview }) =>
  preview.kind === 'html' ? (
    <HtmlPreview html={preview.html} />
  ) : (
    <img className="preview" alt="The response" src={preview.url} />
  );

const notWhole = {
  cut: 'The image is too large to be stored whole, so it cannot be shown.',
  none: 'The image was not stored, so it cannot be shown.',
  whole: 'This is not a valid image.',
} as const;

const views = { pretty: 'Pretty', raw: 'Raw', preview: 'Preview' } as const;

const Text = ({
  requestId,
  text,
  contentType,
}: {
  readonly requestId: RequestId;
  readonly text: string;
  readonly contentType: string | undefined;
}) => {
  const preview = previewOf(text, contentType);
  const [chosen, setChosen] = useHeld<keyof typeof views>(`${requestId} view`, () => 'pretty');
  const offered = (['pretty', 'raw', 'preview'] as const).filter((one) => one !== 'preview' || preview);
  const view = offered.includes(chosen) ? chosen : 'pretty';
  return (
    <>
      <div className="views" role="group" aria-label="View">
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            className="link"
            aria-pressed={view === one}
            onClick={() => {
              setChosen(one);
            }}
          >
            {views[one]}
          </button>
        ))}
      </div>
      {view === 'pretty' && <Pretty text={text} contentType={contentType} />}
      {view === 'raw' &&
        (text.length > mostPlain ? <Long text={text} json={false} /> : <Plain text={text} json={false} />)}
      {view === 'preview' && preview && <Shown preview={preview} />}
    </>
  );
};

/** An image that was kept; the page's content policy lets it be drawn and nothing else. */
const Image = ({
  id,
  type,
  size,
}: {
  readonly id: ExecutionId;
  readonly type: string;
  readonly size: number;
}) => {
  const bytes = useKeptBytes(id, size);
  const [isBroken, setIsBroken] = useState(false);
  if (bytes === undefined) return <p className="quiet">Loading the image …</p>;
  if (bytes.kind !== 'whole' || isBroken) return <p className="quiet">{notWhole[bytes.kind]}</p>;
  return (
    <img
      className="preview"
      alt="The response"
      src={imageUrl(type, bytes.base64)}
      onError={() => {
        setIsBroken(true);
      }}
    />
  );
};

/** The body of a response: laid out, as it came, or as what it is. */
export const ResponseBody = ({
  id,
  requestId,
  response,
}: {
  readonly id: ExecutionId;
  readonly requestId: RequestId;
  readonly response: ResponseSummary | null;
}) => {
  if (response === null) return <p className="quiet">There is no response.</p>;
  const { textBody, bodyType, bodyTruncated, size, headers } = response;
  const image = bodyType === 'binary' ? imageType(headers['content-type']) : undefined;
  return (
    <>
      {bodyType === 'empty' && <p className="quiet">The response has no body.</p>}
      {bodyType === 'binary' && (
        <p className="quiet">
          The body is {image ?? 'binary'}, {byteSize(size)}.
        </p>
      )}
      {image !== undefined && <Image id={id} type={image} size={size} />}
      {bodyType === 'text' && textBody !== null && (
        <Text requestId={requestId} text={textBody} contentType={headers['content-type']} />
      )}
      {bodyTruncated && (
        <p className="quiet">Only the beginning is shown. The full body is {byteSize(size)}.</p>
      )}
    </>
  );
};
