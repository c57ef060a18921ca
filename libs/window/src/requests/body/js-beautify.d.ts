declare module 'js-beautify' {
  type Options = Readonly<Record<string, unknown>>;
  type Beautifier = (text: string, options: Options) => string;
  const beautify: { readonly js: Beautifier; readonly css: Beautifier; readonly html: Beautifier };
  export default beautify;
}
