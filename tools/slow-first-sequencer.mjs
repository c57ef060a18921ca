import { BaseSequencer } from 'vitest/node';

/** The slowest projects run first, so that no worker is left alone with one of them at the end. */
const first = ['workbench', 'desktop', 'mcp-server', 'scripting'];

const rank = (name) => (first.includes(name) ? first.indexOf(name) : first.length);

/** Starts slow projects first. The files of a project stay together, because they share imported modules. */
export default class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a.project.name) - rank(b.project.name));
  }
}
