// Bundled separately from the prelude and loaded when a script first uses URL, because loading takes several
// milliseconds.
export { default as URL } from 'core-js-pure/stable/url/index.js';
export { default as URLSearchParams } from 'core-js-pure/stable/url-search-params/index.js';
