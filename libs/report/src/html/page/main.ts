import type { PageData } from '../page-shape.js';
import { element, pairs } from './dom.js';
import { filterBar } from './filters.js';
import { openFailed, rowOf } from './rows.js';
import { themeSwitch } from './theme.js';

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const rows = data.requests.map(rowOf);
const { bar, shown: visibleCount } = filterBar(rows);

const state = element('span', `state ${data.isGreen ? 'green' : 'red'}`, data.isGreen ? 'Passed' : 'Failed');
const header = element(
  'header',
  '',
  element('div', 'top', element('h1', '', data.title), state, themeSwitch()),
  pairs('summary', data.facts),
);
const list = element('ul', 'rows', ...rows.map(({ item }) => item));
const heading = element('h2', 'hidden', 'Requests');

openFailed(rows, data.opened);
document.body.append(header, element('main', '', heading, bar, visibleCount, list));
