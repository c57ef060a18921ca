import { RenderedExport, RenderExport } from '@tandem/application';

import { method, reads } from '../method.js';

export const exportsRender = method({
  name: 'exports_render',
  title: 'Export requests',
  description:
    'Writes requests as OpenAPI, an HTML page, HAR of stored executions, k6, Postman, curl or code. Secrets are {{NAME}}.',
  params: RenderExport,
  result: RenderedExport,
  effects: reads,
  handle: (application) => application.exports.render,
});
