declare module 'core-js-pure/stable/url/index.js' {
  const constructor: typeof globalThis.URL;
  export default constructor;
}

declare module 'core-js-pure/stable/url-search-params/index.js' {
  const constructor: typeof globalThis.URLSearchParams;
  export default constructor;
}
