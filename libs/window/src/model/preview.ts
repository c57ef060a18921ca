/** How a body can be looked at as what it is. */
export type Preview =
  { readonly kind: 'html'; readonly html: string } | { readonly kind: 'image'; readonly url: string };

/** Images that a browser draws and that cannot run anything. */
const images: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const typeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The type of a binary body that is an image, if it is one. */
export const imageType = (contentType: string | undefined): string | undefined =>
  images.find((one) => one === typeOf(contentType));

/** The address of an image whose bytes are given in base64. */
export const imageUrl = (type: string, base64: string): string => `data:${type};base64,${base64}`;

/** The preview of a text body by its content type, if there is one. */
export const previewOf = (text: string, contentType: string | undefined): Preview | undefined => {
  const type = typeOf(contentType);
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html', html: text };
  if (type === 'image/svg+xml')
    return { kind: 'image', url: `data:image/svg+xml,${encodeURIComponent(text)}` };
  return undefined;
};
