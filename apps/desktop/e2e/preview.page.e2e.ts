import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openPage, openRequest } from './open-page.js';

const journey = useJourney();

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwoFABE0AX7pM/egAAAAABJRU5ErkJggg==';

/** HTML that tries every known way to make a browser connect to `other`, with some visible content. */
const htmlFor = (other: string): string => `<!doctype html>
<html manifest="${other}/manifest"><head>
<base href="${other}/base/">
<meta http-equiv="refresh" content="0;url=${other}/refresh">
<meta http-equiv="x-dns-prefetch-control" content="on">
<link rel="preload" as="image" href="${other}/preload" imagesrcset="${other}/preload2 1x">
<link rel="prefetch" href="${other}/prefetch">
<link rel="dns-prefetch" href="${other}">
<link rel="preconnect" href="${other}">
<link rel="preconnect" href="${other}" crossorigin>
<link rel="modulepreload" href="${other}/module.js">
<link rel="prerender" href="${other}/prerender">
<link rel="stylesheet" href="${other}/style.css">
<link rel="icon" href="${other}/icon.png">
<link rel="manifest" href="${other}/manifest.json">
<script src="${other}/script.js"></script>
<script>fetch('${other}/fetch'); document.title = 'ran';</script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${other}/rules"]}]}</script>
<style>
@import url("${other}/import.css");
@font-face { font-family: X; src: url("${other}/font.woff2"); }
h1 { color: rgb(1, 2, 3); font-family: X; background: url("${other}/background.png"); }
li { list-style-image: url(${other}/list.png); cursor: url(${other}/cursor.cur), auto; }
</style>
</head><body background="${other}/body.png" onload="document.title = 'ran'">
<h1>Read me</h1><p style="color: rgb(4, 5, 6); border-image: url(${other}/border.png) 30">Styled</p><ul><li>One</li></ul>
<img id="in" src="data:image/png;base64,${png}" alt="in">
<img src="${other}/image.png" srcset="${other}/image2.png 2x" lowsrc="${other}/low.png">
<img src="data:image/png;base64,broken" onerror="fetch('${other}/onerror')">
<picture><source srcset="${other}/source.webp"><img src="${other}/fallback.png"></picture>
<video src="${other}/video.mp4" poster="${other}/poster.png" autoplay></video><audio src="${other}/audio.mp3" autoplay></audio>
<iframe src="${other}/frame"></iframe><iframe srcdoc="<img src='${other}/inner.png'>"></iframe>
<object data="${other}/object.swf"></object><embed src="${other}/embed.swf">
<svg width="9" height="9"><image href="${other}/svg.png" xlink:href="${other}/svg2.png"/><use href="${other}/use.svg#a"/>
<rect width="9" height="9" fill="url(${other}/fill.svg#a)" filter="url(${other}/filter.svg#b)"/><foreignObject><img src="${other}/foreign.png"></foreignObject></svg>
<form id="f" action="${other}/form"><input type="image" src="${other}/input.png"><button formaction="${other}/button">Go</button></form>
<a id="away" href="${other}/link" ping="${other}/ping" download="x" target="_top">Away</a>
<a id="script" href="javascript:document.title='ran'">Script</a>
<a id="data" href="data:text/html,<img src=${other}/data.png>" target="_blank">Data</a>
<map name="m"><area href="${other}/area" shape="default"></map>
<table background="${other}/table.png"><tr><td background="${other}/cell.png">Cell</td></tr></table>
<noscript><img src="${other}/noscript.png"></noscript><template><img src="${other}/template.png"></template>
<math><mtext><mglyph><style><img src="${other}/math.png"></style></mglyph></mtext></math>
</body></html>`;

let page: Server;
let other: ReturnType<typeof createServer>;
let html = '';
const sockets = new Set<Socket>();
let connections = 0;

const listenOnFreePort = async (server: Server | typeof other): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  other = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  html = htmlFor(await listenOnFreePort(other));
  page = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  other.close();
  page.close();
});

const sixtyFrames = `new Promise((resolve) => {
  let left = 60;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
  next();
})`;

const findPreviewFrame = async (): Promise<Frame> => {
  const frame = () => journey.page.frames().find((one) => one.url().endsWith('/preview.html'));
  await expect.poll(() => frame()?.locator('h1').textContent()).toBe('Read me');
  const found = frame();
  if (found === undefined) throw new Error('the preview is not there');
  return found;
};

it(
  'a preview shows inline styles and images, is as wide as a phone on demand, and connects to nothing',
  { tags: ['preview:offline', 'preview:width'] },
  async () => {
    const { page: window } = journey;
    const url = await listenOnFreePort(page);
    await journey.agent('rest_create', { name: 'A page', url });
    await openRequest(window, 'A page');
    await window.getByRole('button', { name: 'Send', exact: true }).click();
    const result = window.getByRole('region', { name: 'Result' });
    await result.getByRole('radio', { name: 'Preview', exact: true }).click();
    const preview = await findPreviewFrame();
    const colourOf = (selector: string) =>
      preview.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    await expect.poll(() => colourOf('h1')).toBe('rgb(1, 2, 3)');
    await expect.poll(() => colourOf('p')).toBe('rgb(4, 5, 6)');
    await expect.poll(() => preview.evaluate(`document.querySelector('#in').naturalHeight`)).toBe(3);

    await result.getByRole('radio', { name: 'Phone' }).click();
    await expect.poll(() => preview.evaluate('innerWidth')).toBe(390);
    await result.getByRole('radio', { name: 'Full' }).click();
    await expect.poll(() => preview.evaluate('innerWidth')).not.toBe(390);

    const clicked = preview.getByText('Away');
    await expect.poll(() => clicked.getAttribute('title')).toMatch(/\/link$/);
    for (const name of ['Away', 'Script', 'Data']) await preview.getByText(name, { exact: true }).click();
    await preview.getByText('Away').hover();
    const left = await preview.evaluate(
      `[...document.querySelectorAll('*')].flatMap((one) => [
      ...(/^(script|link|meta|base|iframe|object|embed|form|noscript|template)$/i.test(one.localName) ? [one.localName] : []),
      ...[...one.attributes].filter(({ name, value }) => /^on|^(ping|download|target)$/.test(name) || (name !== 'title' && name !== 'style' && /^(https?|javascript):/.test(value))).map(({ name }) => one.localName + ' ' + name),
    ])`,
    );
    expect(left).toEqual([]);
    expect(await preview.title()).not.toBe('ran');
    expect(new URL(preview.url()).pathname).toBe('/preview.html');
    await window.evaluate(sixtyFrames);
    expect(connections).toBe(0);

    const plain = await openPage(journey.browser);
    await plain.goto(url, { waitUntil: 'commit' });
    await expect.poll(() => connections).toBeGreaterThan(0);
    await plain.close();
  },
);
