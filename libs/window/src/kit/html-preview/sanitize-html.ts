import createDomPurify from 'dompurify';

/** Elements that load another resource, navigate or take input. DOMPurify considers some of them harmless. */
const removedElements = [
  'link',
  'meta',
  'base',
  'form',
  'dialog',
  'portal',
  'template',
  'foreignobject',
  'use',
];

/** Attributes that contain a URL or a list of URLs. */
const urlAttributes: readonly string[] = [
  'action',
  'archive',
  'background',
  'cite',
  'classid',
  'codebase',
  'data',
  'formaction',
  'href',
  'icon',
  'imagesrcset',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'profile',
  'src',
  'srcset',
  'usemap',
  'xlink:href',
];

/** Attributes that make a link do more than navigate. */
const linkAttributes = ['download', 'target', 'rel', 'ping', 'attributionsrc', 'popovertarget', 'autofocus'];

const dataImagePattern = /^\s*data:image\/(png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)[;,]/i;

/** Whether a URL stays within the document: a fragment, or the bytes of an image. */
const isInternalUrl = (value: string): boolean => /^\s*#/.test(value) || dataImagePattern.test(value);

/** Removes all URLs that lead out of the document. The title of a link shows its address. */
const removeExternalUrls = (element: Element): void => {
  for (const { name, value } of [...element.attributes]) {
    if (!urlAttributes.includes(name.toLowerCase()) || isInternalUrl(value)) continue;
    element.removeAttribute(name);
    if (name.toLowerCase() === 'href' && !element.hasAttribute('title')) element.setAttribute('title', value);
  }
};

/**
 * Removes scripts, frames, forms and everything that could make a browser connect from HTML: all URLs except `#…` and
 * images in `data:`. Style sheets stay, so the document that shows the HTML needs a content policy.
 * @param host the window of that document
 */
export const sanitizeHtml = (html: string, host: Window & typeof globalThis): Node => {
  const purify = createDomPurify(host);
  purify.addHook('afterSanitizeAttributes', removeExternalUrls);
  return purify.sanitize(html, {
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
    ADD_TAGS: ['style'],
    FORBID_TAGS: removedElements,
    FORBID_ATTR: linkAttributes,
  });
};
