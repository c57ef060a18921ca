import type { BodyFormat } from '../../response/body/body-format.js';
import { formatBody } from './format-body.js';

interface Work {
  readonly text: string;
  readonly format: BodyFormat;
}

addEventListener('message', ({ data: { text, format } }: MessageEvent<Work>) => {
  // A formatter throws if it cannot parse the text, which then stays as it is.
  void formatBody(text, format)
    .catch(() => undefined)
    .then((formatted) => {
      postMessage(formatted);
    });
});
