import {
  ClearCookies,
  ClearedCookies,
  CookieList,
  DeleteCookie,
  ListCookies,
  SetCookie,
} from '@tandem/application';
import { JarCookie } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

export const cookiesList = method({
  name: 'cookies_list',
  title: 'List cookies',
  description: 'Values you did not receive are hidden.',
  params: ListCookies,
  result: CookieList,
  effects: reads,
  handle: (application) => application.cookies.list,
});

export const cookiesSet = method({
  name: 'cookies_set',
  title: 'Set a cookie',
  description: 'Adds or replaces a cookie; one is replaced that has its name, domain and path.',
  params: SetCookie,
  result: JarCookie,
  effects: replaces,
  handle: (application) => application.cookies.set,
});

export const cookiesDelete = method({
  name: 'cookies_delete',
  title: 'Delete a cookie',
  description: 'Deletes a cookie.',
  params: DeleteCookie,
  result: ClearedCookies,
  effects: replaces,
  handle: (application) => application.cookies.remove,
});

export const cookiesClear = method({
  name: 'cookies_clear',
  title: 'Delete cookies',
  description: 'Deletes all, or those of a domain.',
  params: ClearCookies,
  result: ClearedCookies,
  effects: replaces,
  handle: (application) => application.cookies.clear,
});
