/** The helper functions at the end of each script. */
export const helpers = `/** @param {string} text @param {(value: string) => string} written @param {number} depth @returns {string} */
function filled(text, written, depth) {
  return text.replace(/\\{\\{\\s*([^{}]*?)\\s*\\}\\}/g, (token, name) =>
    name in values && depth < 10 ? written(filled(values[name], String, depth + 1)) : token,
  );
}

/** Fills in the variables of a text. @param {string} text */
function fill(text) {
  return filled(text, String, 0);
}

/** Fills in the variables of JSON, whose strings stay valid. @param {string} text */
function fillJson(text) {
  return filled(text, (value) => JSON.stringify(value).slice(1, -1), 0);
}

/** What a query cannot contain is encoded. @param {string} text */
function queryText(text) {
  return text.replace(/[\\0- "#&'<>\\x7f-\\u{10ffff}]/gu, (one) => (one === "'" ? '%27' : encodeURIComponent(one)));
}

/** @param {string[][]} pairs */
function encode(pairs) {
  return pairs
    .map(([name, value]) => queryText(fill(name)).replace(/=/g, '%3D') + '=' + queryText(fill(value)))
    .join('&');
}

/** @param {string} url @param {string[][]} query */
function address(url, query) {
  const given = fill(url);
  const text = given.includes('://') ? given : 'http://' + given;
  return query.length === 0 ? text : text + (text.includes('?') ? '&' : '?') + encode(query);
}

/** @param {string[][]} pairs @returns {Record<string, string>} */
function headers(pairs) {
  return Object.fromEntries(pairs.map(([name, value]) => [fill(name), fill(value)]));
}

/** @param {string} username @param {string} password */
function basic(username, password) {
  return 'Basic ' + encoding.b64encode(fill(username) + ':' + fill(password));
}

/** The address with a user and password. @param {string} url @param {string} username @param {string} password */
function signedIn(url, username, password) {
  return url.replace('://', '://' + encodeURIComponent(fill(username)) + ':' + encodeURIComponent(fill(password)) + '@');
}

/** A place in the JSON of a response; undefined if it is not there. @param {import('k6/http').Response} res @param {(string | number)[]} keys @returns {any} */
function json(res, keys) {
  try {
    return keys.reduce((/** @type {any} */ value, key) => value?.[key], res.json());
  } catch {
    return undefined;
  }
}

/** A header of a response, whatever its case. @param {import('k6/http').Response} res @param {string} wanted @returns {string | null} */
function header(res, wanted) {
  const name = Object.keys(res.headers).find((one) => one.toLowerCase() === wanted.toLowerCase());
  return name === undefined ? null : res.headers[name];
}
`;
