import {
  type Body,
  filterEnabledPairs,
  type Example,
  type ExportedExecution,
  formatGraphqlVariables,
  type Pair,
  describePart,
} from '@tandem/core';
import { parseJson, stringifyJson } from '@tandem/core/codec';

import { type EffectiveRequest, hasScript } from '../effective-request.js';
import { getExampleContentType, listExamples } from '../example.js';
import { html, type Html, nothing } from './text.js';

/** Maximum length of a displayed body, in UTF-16 units. */
const maxBodyLength = 20_000;

const renderTable = (title: string, rows: readonly Pair[], label: string): Html =>
  rows.length === 0
    ? nothing
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
                    <td>${value}${enabled ? nothing : html` <span class="faint">(off)</span>`}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div> `;

/** JSON, indented for reading. */
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
    ${text.length > maxBodyLength ? html`<p class="faint">The first ${maxBodyLength.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.</p>` : nothing}`;

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
  if (body.type === 'none') return nothing;
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

const getLocation = (from: string | null): string => {
  if (from === null) return '';
  return from === '' ? ', from the workspace' : `, from the folder ${from}`;
};

const renderAuth = ({ inherited: { auth } }: EffectiveRequest): Html =>
  auth.auth.type === 'none'
    ? nothing
    : html`<h4>Auth</h4>
        <p>${auth.auth.type}${getLocation(auth.from)}</p> `;

const answerPart = ({ result, body, contentType }: ExportedExecution, label: string): Html => {
  const { response } = result;
  if (response === null) return nothing;
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
    ${description === '' ? nothing : html`<p class="note">${description}</p>`}${renderTable(
      'Response headers',
      headers.map((one) => ({ ...one, enabled: true })),
      `the example ${name} of ${label}`,
    )}${body === null ? nothing : renderBlock(`Example ${name} of ${label}`, formatBody(body.data, type))}`;
};

const renderContent = (one: EffectiveRequest): Html => {
  const { request, path } = one;
  if ('query' in request)
    return html`<h4>Query</h4>
      ${renderBlock(`Query of ${path}`, request.query)}
      ${
        formatGraphqlVariables(request.variables) === ''
          ? nothing
          : html`<h4>Variables</h4>
              ${renderBlock(`Variables of ${path}`, formatGraphqlVariables(request.variables))}`
      }`;
  return html`${renderTable('Path', filterEnabledPairs(request.pathParams), path)}${renderTable('Query', request.queryParams, path)}${renderBody(request.body, path)}`;
};

/** A request with what it sends, its examples, and its stored responses. */
export const requestPart = (
  one: EffectiveRequest,
  id: string,
  answers: readonly ExportedExecution[],
): Html => {
  const { request, inherited, path } = one;
  return html`<article id="${id}">
    <h3><span class="method">${'query' in request ? 'GRAPHQL' : request.method}</span> ${request.name}</h3>
    <p class="url">${request.url}</p>
    ${request.description === '' ? nothing : html`<p class="note">${request.description}</p>`}
    ${renderAuth(one)}${renderTable('Headers', inherited.headers, path)}${renderContent(one)}${listExamples(request).map((example) => renderExample(example, path))}${answers.map((answer) => answerPart(answer, path))}
    ${hasScript(one) ? html`<p class="note faint">A script runs with this request.</p>` : nothing}
  </article> `;
};
