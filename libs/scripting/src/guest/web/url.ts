// Bundled separately from the prelude: loading it takes several milliseconds, so it is loaded when a script first uses URL.
export { default as URL } from 'core-js-pure/stable/url/index.js';
export { default as URLSearchParams } from 'core-js-pure/stable/url-search-params/index.js';
