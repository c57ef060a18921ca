// Bundled apart from the prelude: it costs an execution several milliseconds, so it is run when a script first names URL.
export { default as URL } from 'core-js-pure/stable/url/index.js';
export { default as URLSearchParams } from 'core-js-pure/stable/url-search-params/index.js';
