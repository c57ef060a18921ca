import { RenderedExport, RenderExport } from '@tandem/application';

import { method, reads } from '../method.js';

export const exportsRender = method({
  name: 'exports_render',
  title: 'Export requests',
  description: 'Requests as a document or code; secrets are {{NAME}}. HAR is of stored executions.',
  params: RenderExport,
  result: RenderedExport,
  effects: reads,
  handle: (application) => application.exports.render,
});
