import { createHash } from 'node:crypto';

import { type ExportContent, type ExportedDocument, sortFolders } from '@tandem/core';

import {
  type EffectiveRequest,
  listEffectiveRequests,
  createExecutionFinder,
  hasScript,
} from '../effective-request.js';
import { groupBy } from '../grouped.js';
import { requestPart } from './request.js';
import { pageStyle } from './style.js';
import { html, type Html, nothing } from './text.js';

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

/** Folders in tree order, top-level requests first. */
const listSections = (content: ExportContent, effective: readonly EffectiveRequest[]): readonly Section[] => {
  const answersOf = createExecutionFinder(content);
  const entries = effective.map((one, at) => {
    const { id: requestId, name, folder } = one.request;
    const id = `request-${at + 1}`;
    return { id, name, folder, part: requestPart(one, id, answersOf(requestId)) };
  });
  const entriesIn = groupBy(entries, ({ folder }) => folder);
  const folders = sortFolders(content.folders.filter(({ path }) => path !== ''));
  const known = [{ path: '', description: '' }, ...folders];
  return known
    .map(({ path, description }, at) => ({
      id: `folder-${at}`,
      title: path === '' ? 'Requests' : path.replaceAll('/', ' / '),
      description,
      entries: entriesIn(path),
    }))
    .filter((one) => one.entries.length > 0);
};

const renderVariables = ({ variables, secrets }: ExportContent): Html =>
  variables.length + secrets.length === 0
    ? nothing
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
    ${description === '' ? nothing : html`<p class="note">${description}</p>`}
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

const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

/** Must match exactly the text whose hash is in the policy. */
const styleElement: Html = { html: `<style>${pageStyle}</style>` };

/** The requests as one self-contained page: no script, no network. */
export const createHtmlDocument = (content: ExportContent): ExportedDocument => {
  const effective = listEffectiveRequests(content);
  const sections = listSections(content, effective);
  const about = content.folders.find(({ path }) => path === '')?.description ?? '';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${content.name}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <h1>${content.name}</h1>
          ${about === '' ? nothing : html`<p class="note">${about}</p>`}
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
