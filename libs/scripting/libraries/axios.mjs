import axios from 'axios';

/** A multipart body, as the package form-data has it: its parts may say their content type and file name. */
class FormData {
  get [Symbol.toStringTag]() {
    return 'FormData';
  }

  parts = [];

  append(name, value, options) {
    const given = typeof options === 'string' ? { filename: options } : (options ?? {});
    const { contentType, filename } = given;
    this.parts.push({
      ...{ name: String(name), value: String(value) },
      ...(contentType === undefined ? {} : { contentType: String(contentType) }),
      ...(filename === undefined ? {} : { filename: String(filename) }),
    });
  }

  /** The boundary is made when the request is sent. */
  getHeaders(more) {
    return { ...more, 'content-type': 'multipart/form-data' };
  }
}

axios.defaults.env = { FormData };

/** axios, which has no adapter yet. */
export default axios;
