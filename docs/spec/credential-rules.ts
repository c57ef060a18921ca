import { fromDesign, fromGuide } from './requirement.js';

/** Credentials of requests, where they are from and where they are not sent. */
export const credentials = {
  'inherit:auth:none': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'None in a folder or the workspace ends the inheritance of auth; Inherit, the default, goes on to what is around it.',
  ),
  'interpolate:unused': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A variable of a call that neither the request nor its scripts use is reported, with names like it.',
  ),
  'auth:empty': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'An auth whose fields are all empty is no auth.',
  ),
  'body:empty-form': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A form without fields is no body: it has neither a type nor a boundary.',
  ),
  'secrets:fields': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A secret of several fields, such as cookies, hides their values; their names and words stay text.',
  ),
  'interpolate:empty-secret:credential': fromGuide(
    'executions',
    'A request that uses a secret without a value, in any part, is refused before anything is sent.',
  ),
} as const;
