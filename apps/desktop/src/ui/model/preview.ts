/** How a body can be looked at as what it is. */
export type Preview =
  { readonly kind: 'html'; readonly html: string } | { readonly kind: 'image'; readonly url: string };

/** The preview of a text body by its content type, if there is one; a binary body is not in the page. */
export const previewOf = (text: string, contentType: string | undefined): Preview | undefined => {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html', html: text };
  if (type === 'image/svg+xml')
    return { kind: 'image', url: `data:image/svg+xml,${encodeURIComponent(text)}` };
  return undefined;
};
