// A bundle of its own, which is loaded when a script first uses URL, because that takes several milliseconds.
export { default as URL } from 'core-js-pure/stable/url/index.js';
export { default as URLSearchParams } from 'core-js-pure/stable/url-search-params/index.js';
