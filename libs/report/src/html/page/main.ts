import type { PageData } from '../page-shape.js';
import { createElement, createPairList, createThemeSwitch } from './dom.js';
import { createFilterBar } from './filters.js';
import { openFailed, createRow } from './rows.js';

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const rows = data.requests.map(createRow);
const { bar, shown: visibleCount } = createFilterBar(rows);

const state = createElement(
  'span',
  `state ${data.isGreen ? 'green' : 'red'}`,
  data.isGreen ? 'Passed' : 'Failed',
);
const header = createElement(
  'header',
  '',
  createElement('div', 'top', createElement('h1', '', data.title), state, createThemeSwitch()),
  createPairList('summary', data.facts),
);
const list = createElement('ul', 'rows', ...rows.map(({ item }) => item));
const heading = createElement('h2', 'hidden', 'Requests');

openFailed(rows, data.opened);
document.body.append(header, createElement('main', '', heading, bar, visibleCount, list));
