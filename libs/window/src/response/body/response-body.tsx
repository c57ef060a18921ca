import type { ExecutionId, ResponseSummary } from '@tandem/core';
import { type ReactNode, Suspense, useMemo, useState, useEffect } from 'react';

import { CodeViewer, Findable, HtmlPreview } from '../../kit/index.js';
import { type BodyFormat, getFormat, getMediaType, type PreviewKind, getPreviewKind } from './body-format.js';
import { findResponseFault } from './json-fault.js';
import { maxHexBytes, formatByteSize } from './show-body.js';
import type { RequestId } from '../../requests/saved-request.js';
import { useOfferedActions } from '../../shell/offered-actions.js';
import { usePanelState, useSelectedPart } from '../../shell/panel-state.js';
import { type LoadedBody, useBody, useViewerText, type ViewerSource } from './use-body.js';
import {
  noBodyActions,
  BodyBar,
  FilteredBody,
  FilterLine,
  type PageWidth,
  pageWidths,
  type View,
} from './body-bar.js';
import { lazy } from '../../served/lazy.js';
import { loadPart } from '../../served/trust.js';

/** Returns an object URL for bytes, which is valid while the component is mounted. */
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
  const type = getMediaType(contentType);
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

/** Maximum length of HTML that is rendered, in characters. Removing what could connect from a longer page would block the window. */
const maxRenderedLength = 60_000;

/** An HTML page, or the beginning of a long one. */
const Page = ({ html, width }: { readonly html: string; readonly width: number | undefined }) => (
  <>
    {html.length > maxRenderedLength && (
      <p className="quiet" role="note">
        Only the first {maxRenderedLength.toLocaleString('en')} characters are rendered. Raw has them all.
      </p>
    )}
    <HtmlPreview html={html.slice(0, maxRenderedLength)} width={width} />
  </>
);

/** Shows a rendered body: an HTML page, an image, a document, audio or video. */
const Preview = ({
  kind,
  text,
  width,
  bytes,
  contentType,
}: {
  readonly kind: PreviewKind;
  readonly text: string | undefined;
  /** The width of an HTML page in pixels. Undefined means all available space. */
  readonly width: number | undefined;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
}) =>
  kind === 'html' ? (
    <Page html={text ?? ''} width={width} />
  ) : (
    <Media kind={kind} bytes={bytes()} contentType={contentType} />
  );

const BodyTable = lazy(async () => ({ default: (await import('./table/body-table.js')).BodyTable }));
const WholeStream = lazy(async () => ({ default: (await import('./event-list.js')).WholeStream }));

interface TextProps {
  readonly source: ViewerSource;
  /** The language in which the text is formatted; undefined to show the text as it was received. */
  readonly layout: BodyFormat | undefined;
  readonly format: BodyFormat;
  readonly wrap: boolean;
  readonly find: number;
  readonly end: string | undefined;
}

const Text = ({ source, layout, ...props }: TextProps) => {
  const laid = useViewerText(source, layout);
  if (laid === undefined) return <p className="quiet">Formatting …</p>;
  return <CodeViewer label="Response body" {...laid} {...props} />;
};

/** Formats the note at the end of a truncated body. */
const formatTruncationNote = (storedBytes: number, size: number): string =>
  `First ${formatByteSize(storedBytes)} kept. The whole body is ${formatByteSize(size)}.`;

const getBytes = ({ bytes, text }: LoadedBody): Uint8Array<ArrayBuffer> =>
  bytes ?? new TextEncoder().encode(text ?? '');

/** Maximum length of the JSON text that is searched for an array of objects, in characters. */
const maxSearchedLength = 1_000_000;

/** Whether a JSON text seems to contain an array of objects. Only parsing the text can confirm this. */
const mayHaveTable = ({ text, isCut }: LoadedBody, format: BodyFormat): boolean =>
  format === 'json' && !isCut && /\[\s*\{/.test(text?.slice(0, maxSearchedLength) ?? '');

/** Formats that are rendered by default, because that is more useful than text. */
const mediaKinds: readonly (PreviewKind | undefined)[] = ['image', 'pdf', 'audio', 'video'];

const listViews = (
  body: LoadedBody,
  format: BodyFormat,
  kind: PreviewKind | undefined,
  type: string,
): readonly View[] => {
  if (type === 'text/event-stream' && body.text !== undefined) return ['events', 'raw', 'hex'];
  if (body.text === undefined) return kind === undefined ? ['hex'] : ['preview', 'hex'];
  if (mayHaveTable(body, format)) return ['pretty', 'table', 'raw', 'hex'];
  const laid: readonly View[] = format === 'text' ? ['raw', 'hex'] : ['pretty', 'raw', 'hex'];
  if (kind === undefined) return laid;
  // The content type may be wrong: a small body of such a type may be text.
  return mediaKinds.includes(kind) ? ['preview', ...laid] : [...laid, 'preview'];
};

interface BodyViewProps {
  readonly id: ExecutionId;
  readonly requestId: RequestId;
  readonly body: LoadedBody;
  readonly response: ResponseSummary;
  /** The URL of the response, after redirects. */
  readonly url: string;
}

/** The text or the bytes of a view, and the note below them; undefined for a preview. */
const useViewText = (body: LoadedBody, view: View, size: number) =>
  useMemo(() => {
    if (view === 'preview' || view === 'events' || view === 'table') return undefined;
    const bytes = view === 'hex' || body.isCut ? getBytes(body) : undefined;
    const cut = body.isCut && bytes ? formatTruncationNote(bytes.length, size) : undefined;
    if (view !== 'hex' || bytes === undefined) return { source: body.text ?? '', end: cut };
    const isLong = bytes.length > maxHexBytes;
    return {
      source: bytes.slice(0, maxHexBytes),
      end: isLong ? `First ${formatByteSize(maxHexBytes)} shown.` : cut,
    };
  }, [body, view, size]);

const saveVisibleBody = async (url: string, response: ResponseSummary, body: LoadedBody): Promise<void> => {
  const { saveBody } = await loadPart(() => import('./save-response.js'));
  saveBody(url, response, body.text, getBytes(body));
};

/** Shows a body that is not text. */
const NonTextBody = ({
  view,
  kind,
  body,
  response,
  pageWidth,
}: Pick<BodyViewProps, 'body' | 'response'> & {
  readonly view: View;
  readonly kind: ReturnType<typeof getPreviewKind>;
  readonly pageWidth: PageWidth;
}) => {
  if (view === 'events') {
    const end = body.isCut ? formatTruncationNote(getBytes(body).length, response.size) : undefined;
    return (
      <Suspense fallback={<p className="quiet">Loading …</p>}>
        <Findable>
          <WholeStream text={body.text ?? ''} end={end} />
        </Findable>
      </Suspense>
    );
  }
  if (view !== 'preview' || kind === undefined) return null;
  const contentType = response.headers['content-type'];
  return (
    <Preview
      kind={kind}
      text={body.text}
      width={pageWidths[pageWidth]}
      bytes={() => getBytes(body)}
      contentType={contentType}
    />
  );
};

/** Shows where a body with a JSON content type is invalid. */
const Fault = ({
  body: { text = '', isCut },
  type,
}: Pick<BodyViewProps, 'body'> & { readonly type: string | undefined }) => {
  const fault = useMemo(
    () => (isCut ? undefined : findResponseFault(text, getMediaType(type))),
    [text, isCut, type],
  );
  return (
    fault && (
      <p className="bad" role="note">
        Invalid JSON at line {fault.line}, column {fault.column}; it is shown as received.
      </p>
    )
  );
};

/** Determines the format of a body, the kind of its preview, and the available views. */
const useViews = (body: LoadedBody, type: string | undefined) =>
  useMemo(() => {
    const format = getFormat(body.text ?? '', type);
    const kind = getPreviewKind(type);
    return { format, kind, offered: listViews(body, format, kind, getMediaType(type)) };
  }, [body, type]);

/** Offers no action on a body. */
const WithoutBody = ({
  requestId,
  children,
}: Pick<Props, 'requestId'> & { readonly children: ReactNode }) => {
  useOfferedActions(requestId, noBodyActions);
  return <p className="quiet">{children}</p>;
};

const BodyView = ({ id, requestId, body, response, url }: BodyViewProps) => {
  const type = response.headers['content-type'];
  const { format, kind, offered } = useViews(body, type);
  const [chosen, choose] = useSelectedPart(`${requestId} view`, () => undefined);
  const [wrap, setWrap] = usePanelState(`${requestId} wrap`, () => true);
  const [pageWidth, setPageWidth] = usePanelState<PageWidth>(`${requestId} page width`, () => 'full');
  const [path, setPath] = usePanelState<string | undefined>(`${requestId} path`, () => undefined);
  const [find, setFind] = useState(0);
  const view = offered.find((one) => one === chosen) ?? offered[0] ?? 'raw';
  const shown = useViewText(body, view, response.size);
  const canFilter = format === 'json' && !body.isCut && (view === 'pretty' || view === 'raw');
  const isFiltered = canFilter && path !== undefined && path.trim() !== '';
  const layout = view === 'pretty' && !body.isCut ? format : undefined;
  const search = (): void => {
    setFind(find + 1);
  };
  return (
    <div className="body-view">
      <BodyBar
        requestId={requestId}
        offered={offered}
        view={view}
        onChoose={choose}
        lines={shown && { wrap, onWrap: () => setWrap(!wrap), onFind: search }}
        filter={
          canFilter
            ? { isOn: path !== undefined, onToggle: () => setPath(path === undefined ? '' : undefined) }
            : undefined
        }
        page={view === 'preview' && kind === 'html' ? { width: pageWidth, onWidth: setPageWidth } : undefined}
        text={body.text}
        onSave={() => void saveVisibleBody(url, response, body)}
      />
      {canFilter && path !== undefined && (
        <FilterLine path={path} onPath={setPath} onClose={() => setPath(undefined)} />
      )}
      {view === 'pretty' && <Fault body={body} type={type} />}
      {isFiltered && <FilteredBody id={id} path={path} wrap={wrap} find={find} />}
      {shown && !isFiltered && (
        <Text
          source={shown.source}
          layout={layout}
          format={view === 'hex' ? 'text' : format}
          wrap={wrap && view !== 'hex'}
          find={find}
          end={shown.end}
        />
      )}
      {view === 'table' && (
        <Suspense fallback={<p className="quiet">Loading …</p>}>
          <BodyTable requestId={requestId} json={body.text ?? ''} url={url} />
        </Suspense>
      )}
      <NonTextBody view={view} kind={kind} body={body} response={response} pageWidth={pageWidth} />
    </div>
  );
};

interface Props {
  readonly id: ExecutionId;
  readonly requestId: RequestId;
  readonly response: ResponseSummary;
  readonly url: string;
}

const Body = ({ id, requestId, response, url }: Props) => {
  const body = useBody(id, response);
  if (body === undefined) return <p className="quiet">Reading the body …</p>;
  if (response.bodyType === 'empty')
    return <WithoutBody requestId={requestId}>The response has no body.</WithoutBody>;
  if (body === null) {
    const what = getMediaType(response.headers['content-type']) || 'binary';
    return (
      <WithoutBody requestId={requestId}>
        The body is {what}, {formatByteSize(response.size)}. It was not stored, so it cannot be shown.
      </WithoutBody>
    );
  }
  return <BodyView id={id} requestId={requestId} body={body} response={response} url={url} />;
};

/** Shows the body of a response in one of several views: formatted, raw, as bytes, or rendered. */
export const ResponseBody = ({
  response,
  ...props
}: Omit<Props, 'response'> & { readonly response: ResponseSummary | null }) =>
  response === null ? (
    <WithoutBody requestId={props.requestId}>There is no response.</WithoutBody>
  ) : (
    <Body {...props} response={response} />
  );
