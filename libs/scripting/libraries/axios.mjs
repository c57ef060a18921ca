import axios from 'axios';

/** A multipart body with the interface of the package form-data. Its parts may set their content type and file name. */
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

  /** The boundary is created when the request is sent. */
  getHeaders(more) {
    return { ...more, 'content-type': 'multipart/form-data' };
  }
}

axios.defaults.env = { FormData };

/** axios, to which the shim adds an adapter that sends requests. */
export default axios;
