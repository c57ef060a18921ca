import { useEffect, useRef, useState } from 'react';

import { loadPart } from '../../served/trust.js';

/**
 * Shows HTML in its own document, `preview.html`. The sandbox disables scripts, and the server's content policy blocks network access.
 * Before that, parts that no policy covers, such as DNS prefetch hints, are removed from the HTML.
 */
export const HtmlPreview = ({
  html,
  width,
}: {
  readonly html: string;
  /** The width of the page in pixels. If omitted, the page is as wide as the available space. */
  readonly width?: number | undefined;
}) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const { sanitizeHtml } = await loadPart(() => import('./sanitize-html.js'));
      const { contentWindow, contentDocument } = frame.current ?? {};
      if (!isCurrent || !contentWindow || !contentDocument) return;
      const root = sanitizeHtml(html, contentWindow as Window & typeof globalThis);
      contentDocument.documentElement.replaceWith(contentDocument.adoptNode(root));
    };
    if (isReady) void show();
    return () => {
      isCurrent = false;
    };
  }, [html, isReady]);
  return (
    <div className="html-preview">
      <iframe
        ref={frame}
        className="preview"
        title="Preview"
        sandbox="allow-same-origin"
        src="/preview.html"
        style={{ width }}
        onLoad={() => {
          setIsReady(true);
        }}
      />
    </div>
  );
};
