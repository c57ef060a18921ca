import axios from 'axios';

/** The fields of a multipart body; scripts have no `FormData` of their own. */
class Fields {
  get [Symbol.toStringTag]() {
    return 'FormData';
  }

  pairs = [];

  append(name, value) {
    this.pairs.push([String(name), String(value)]);
  }
}

axios.defaults.env = { FormData: Fields };

/** axios, which has no adapter yet. */
export default axios;
