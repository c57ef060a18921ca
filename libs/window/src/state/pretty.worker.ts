import { prettyBody } from '../model/show-body.js';

interface Work {
  readonly text: string;
  readonly contentType: string | undefined;
}

addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage(prettyBody(data.text, data.contentType));
});
