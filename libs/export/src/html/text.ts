/** HTML that is written unescaped. */
export interface Html {
  readonly html: string;
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Part = string | number | Html | readonly Html[];

const renderPart = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
};

/** HTML in which every string is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, at) => text + renderPart(parts[at - 1] ?? '') + string),
});

export const nothing: Html = { html: '' };
