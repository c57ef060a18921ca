import { createHash } from 'node:crypto';
import {
  type Body,
  describePart,
  type Example,
  type ExportContent,
  type ExportedDocument,
  type ExportedExecution,
  filterEnabledPairs,
  formatGraphqlVariables,
  type Pair,
  sortFolders,
} from '@tandem/core';
import { parseJson, stringifyJson } from '@tandem/core/codec';

import {
  createExecutionFinder,
  type EffectiveRequest,
  getExampleContentType,
  groupBy,
  hasScript,
  isMixedContent,
  listEffectiveRequests,
  listExamples,
} from '../effective-request.js';

/** HTML code, which is written without escaping. */
interface Html {
  readonly html: string;
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Part = string | number | Html | readonly Html[];

const renderPart = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
};

/** A template of HTML in which every string is escaped. */
const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, at) => text + renderPart(parts[at - 1] ?? '') + string),
});

const emptyHtml: Html = { html: '' };

/** Maximum length of a displayed body, in UTF-16 units. */
const maxBodyLength = 20_000;

const renderTable = (title: string, rows: readonly Pair[], label: string): Html =>
  rows.length === 0
    ? emptyHtml
    : html`<h4>${title}</h4>
        <div class="scroll" role="region" tabindex="0" aria-label="${title} of ${label}">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ({ name, value, enabled }) =>
                  html` <tr>
                    <td>${name}</td>
                    <td>${value}${enabled ? emptyHtml : html` <span class="faint">(off)</span>`}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div> `;

/** Indents JSON for reading. Any other text stays unchanged. */
const formatBody = (text: string, type: string): string => {
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
};

const renderBlock = (label: string, text: string): Html =>
  html`<pre role="region" tabindex="0" aria-label="${label}">${text.slice(0, maxBodyLength)}</pre>
    ${text.length > maxBodyLength ? html`<p class="faint">The first ${maxBodyLength.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.</p>` : emptyHtml}`;

const formatBodyText = (body: Body): string => {
  switch (body.type) {
    case 'json':
      return formatBody(body.content, 'application/json');
    case 'text':
      return body.content;
    case 'binary':
      return `The file ${body.file}`;
    default:
      return '';
  }
};

const renderBody = (body: Body, label: string): Html => {
  if (body.type === 'none') return emptyHtml;
  if (body.type === 'form-urlencoded') return renderTable('Form', body.fields, label);
  if (body.type === 'multipart')
    return renderTable(
      'Form',
      body.parts.map((part) => ({
        name: part.name,
        value: describePart({
          ...part,
          isFile: 'file' in part,
          value: 'file' in part ? part.file : part.value,
        }),
        enabled: part.enabled,
      })),
      label,
    );
  return html`<h4>Body</h4>
    ${renderBlock(`Body of ${label}`, formatBodyText(body))}`;
};

const formatAuthOrigin = (from: string | null): string => {
  if (from === null) return '';
  return from === '' ? ', from the workspace' : `, from the folder ${from}`;
};

const renderAuth = ({ inherited: { auth } }: EffectiveRequest): Html =>
  auth.auth.type === 'none'
    ? emptyHtml
    : html`<h4>Auth</h4>
        <p>${auth.auth.type}${formatAuthOrigin(auth.from)}</p> `;

const renderAnswer = ({ result, body, contentType }: ExportedExecution, label: string): Html => {
  const { response } = result;
  if (response === null) return emptyHtml;
  const status = `${response.status} ${response.statusText}`.trim();
  const shown = body?.kind === 'text' ? formatBody(body.text, contentType) : undefined;
  return html`<h4>Response ${status}${contentType === '' ? '' : `, ${contentType}`}</h4>
    ${shown === undefined ? html`<p class="faint">${response.size.toLocaleString('en')} bytes</p>` : renderBlock(`Response ${status} of ${label}`, shown)}`;
};

const renderExample = ({ name, description, response }: Example, label: string): Html => {
  const { status, statusText, headers, body } = response;
  const type = getExampleContentType(response);
  const title = [`Example ${name}`, `${status ?? ''} ${statusText}`.trim(), type].filter((one) => one !== '');
  return html`<h4>${title.join(', ')}</h4>
    ${description === '' ? emptyHtml : html`<p class="note">${description}</p>`}${renderTable(
      'Response headers',
      headers.map((one) => ({ ...one, enabled: true })),
      `the example ${name} of ${label}`,
    )}${body === null ? emptyHtml : renderBlock(`Example ${name} of ${label}`, formatBody(body.data, type))}`;
};

const renderContent = (one: EffectiveRequest): Html => {
  const { request, path } = one;
  if ('query' in request)
    return html`<h4>Query</h4>
      ${renderBlock(`Query of ${path}`, request.query)}
      ${
        formatGraphqlVariables(request.variables) === ''
          ? emptyHtml
          : html`<h4>Variables</h4>
              ${renderBlock(`Variables of ${path}`, formatGraphqlVariables(request.variables))}`
      }`;
  return html`${renderTable('Path', filterEnabledPairs(request.pathParams), path)}${renderTable('Query', request.queryParams, path)}${renderBody(request.body, path)}`;
};

/** Renders a request: the parts that it sends, its examples, and its stored responses. */
const renderRequest = (one: EffectiveRequest, id: string, answers: readonly ExportedExecution[]): Html => {
  const { request, inherited, path } = one;
  return html`<article id="${id}">
    <h3><span class="method">${'query' in request ? 'GRAPHQL' : request.method}</span> ${request.name}</h3>
    <p class="url">${request.url}</p>
    ${request.description === '' ? emptyHtml : html`<p class="note">${request.description}</p>`}
    ${renderAuth(one)}${renderTable('Headers', inherited.headers, path)}${renderContent(one)}${listExamples(request).map((example) => renderExample(example, path))}${answers.map((answer) => renderAnswer(answer, path))}
    ${hasScript(one) ? html`<p class="note faint">A script runs with this request.</p>` : emptyHtml}
  </article> `;
};

/** The style of a page. It follows the reader's light or dark setting. */
const pageStyle = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b1f27; --faint: #596273; --line: #d9dee6; --code: #f0f2f6; --link: #2457d6; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --card: #1c2027; --text: #e7eaf0; --faint: #a2abba; --line: #333a46; --code: #14171c; --link: #8fb0ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
h1, h2, h3, h4, p, ul, dl, dd, pre { margin: 0; }
h1, h2, h3, h4 { overflow-wrap: anywhere; }
h1 { font-size: 26px; }
h2 { margin: 32px 0 12px; font-size: 20px; }
h3 { display: flex; gap: 10px; align-items: baseline; font-size: 16px; }
h4 { margin: 16px 0 6px; color: var(--faint); font-size: 13px; font-weight: 600; }
a { color: var(--link); }
header, .columns { max-width: 1200px; margin: 0 auto; padding: 24px; }
.columns { display: grid; grid-template-columns: 260px minmax(0, 1fr); gap: 32px; padding-top: 0; }
nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow: auto; }
nav ul { padding: 0; list-style: none; }
nav ul ul { margin: 2px 0 10px; padding-left: 12px; border-left: 1px solid var(--line); }
nav li { padding: 2px 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
main > :first-child { margin-top: 0; }
article { margin-bottom: 16px; border: 1px solid var(--line); border-radius: 8px; padding: 16px 20px; background: var(--card); }
.method { flex: none; color: var(--faint); font: 600 12px/1.6 ui-monospace, monospace; }
.url { margin-top: 6px; font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.note { margin-top: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { border-bottom: 1px solid var(--line); padding: 5px 12px 5px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--faint); font-weight: 600; }
td:first-child { width: 35%; font-family: ui-monospace, monospace; font-size: 13px; }
td + td { font-family: ui-monospace, monospace; font-size: 13px; }
pre { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; background: var(--code); font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
@media (max-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: none; }
}
@media print {
  nav { display: none; }
  .columns { display: block; }
  article { break-inside: avoid; }
  pre { max-height: none; }
}
`;

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly part: Html;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

/** Splits a list where the key changes. */
const splitByKey = <A>(all: readonly A[], keyOf: (one: A) => string): readonly (readonly A[])[] => {
  const parts: A[][] = [];
  let key: string | undefined;
  for (const one of all) {
    if (keyOf(one) === key) parts.at(-1)?.push(one);
    else parts.push([one]);
    key = keyOf(one);
  }
  return parts;
};

/**
 * Groups requests by folder, in tree order. Requests without a folder come first, unless folders and requests are mixed:
 * then a folder may have several sections.
 */
const listSections = (content: ExportContent, effective: readonly EffectiveRequest[]): readonly Section[] => {
  const answersOf = createExecutionFinder(content);
  const entries = effective.map((one, at) => {
    const { id: requestId, name, folder } = one.request;
    const id = `request-${at + 1}`;
    return { id, name, folder, part: renderRequest(one, id, answersOf(requestId)) };
  });
  const entriesIn = groupBy(entries, ({ folder }) => folder);
  const folders = sortFolders(content.folders.filter(({ path }) => path !== ''));
  const known = [{ path: '', description: '' }, ...folders];
  const inTreeOrder = known.map(({ path }) => entriesIn(path));
  const parts = isMixedContent(content) ? splitByKey(entries, ({ folder }) => folder) : inTreeOrder;
  const shown = new Set<string>();
  return parts.flatMap((part, at) => {
    const path = part[0]?.folder;
    if (path === undefined) return [];
    const description = shown.has(path) ? '' : (known.find((one) => one.path === path)?.description ?? '');
    shown.add(path);
    const title = path === '' ? 'Requests' : path.replaceAll('/', ' / ');
    return [{ id: `folder-${at}`, title, description, entries: part }];
  });
};

const renderVariables = ({ variables, secrets }: ExportContent): Html =>
  variables.length + secrets.length === 0
    ? emptyHtml
    : html`<section id="variables">
        <h2>Variables</h2>
        <article>
          <dl>
            ${variables.map(
              ({ name, value }) =>
                html` <dt class="faint">{{${name}}}</dt>
                  <dd class="url">${value}</dd>`,
            )}${secrets.map(
              (name) =>
                html` <dt class="faint">{{${name}}}</dt>
                  <dd class="url">a secret</dd>`,
            )}
          </dl>
        </article>
      </section> `;

const renderSection = ({ id, title, description, entries }: Section): Html =>
  html`<section id="${id}">
    <h2>${title}</h2>
    ${description === '' ? emptyHtml : html`<p class="note">${description}</p>`}
    ${entries.map(({ part }) => part)}
  </section> `;

const renderContents = (sections: readonly Section[]): Html =>
  html`<nav aria-label="Contents">
    <ul>
      ${sections.map(
        ({ id, title, entries }) =>
          html` <li>
            <a href="#${id}">${title}</a>
            <ul>
              ${entries.map((entry) => html`<li><a href="#${entry.id}">${entry.name}</a></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </nav> `;

const contentPolicy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

/** The text must match the hash in the policy exactly. */
const styleElement: Html = { html: `<style>${pageStyle}</style>` };

/** Writes the requests as one self-contained page without scripts or network access. */
export const createHtmlDocument = (content: ExportContent): ExportedDocument => {
  const effective = listEffectiveRequests(content);
  const sections = listSections(content, effective);
  const about = content.folders.find(({ path }) => path === '')?.description ?? '';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${content.name}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <h1>${content.name}</h1>
          ${about === '' ? emptyHtml : html`<p class="note">${about}</p>`}
        </header>
        <div class="columns">
          ${renderContents(sections)}
          <main>${sections.map(renderSection)}${renderVariables(content)}</main>
        </div>
      </body>
    </html> `;
  const leftOut = effective
    .filter(hasScript)
    .map(({ path }) => ({ place: path, what: 'its scripts, of which the page says only that they run' }));
  return { text: page.html, leftOut };
};
