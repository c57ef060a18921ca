import assert from 'assert/';
import events from 'events/';
import path from 'path-browserify';
import * as punycode from 'punycode/';
import * as querystring from 'querystring-es3';
import * as stringDecoder from 'string_decoder/';
import * as url from 'url/';
import util from 'util/';

/** Portable packages with the modules of Node that do not depend on the machine. */
export default { assert, events, path, punycode, querystring, string_decoder: stringDecoder, url, util };
