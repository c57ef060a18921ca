import { createHash } from 'node:crypto';

import { isRed } from '@tandem/core';

import type { Open } from '../reporter.js';
import { type StoredExchange, openKeeper } from './kept-exchange.js';
import { htmlLimits } from './limits.js';
import { pageScript, pageStyle } from './page-assets.js';
import { createPageData } from './page-data.js';
import type { PageData } from './page-shape.js';

const computeSourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  `default-src 'none'`,
  `script-src ${computeSourceHash(pageScript)}`,
  `style-src ${computeSourceHash(pageStyle)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON that cannot end or comment out the surrounding element. */
const embedData = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const renderPage = (data: PageData): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${data.isGreen ? 'Passed' : 'Failed'}: ${data.title}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<noscript>This report needs JavaScript.</noscript>
<script type="application/json" id="data">${embedData(data)}</script>
<script>${pageScript}</script>
</body>
</html>
`;

/** A self-contained file: each request with its tests, what was sent, and what was received. */
export const openHtml: Open = (options) => {
  const keep = openKeeper(options.maxBody ?? htmlLimits.body);
  const kept = new Map<string, StoredExchange>();
  let requireTests = false;
  return {
    take: (event) => {
      if (event.kind === 'started') requireTests = event.run.plan.requireTests;
      if (event.kind === 'request-ended' && event.result !== undefined)
        kept.set(
          event.entry.executionId ?? event.result.executionId,
          keep(event.result, event.sent, isRed(event.entry, requireTests)),
        );
      return event.kind === 'ended' ? renderPage(createPageData(event.report, kept, options)) : '';
    },
  };
};
