import Ajv from 'ajv-8';
import addFormats from 'ajv-formats';

/** Ajv 8 with its formats, which are a separate package. */
export default { Ajv, addFormats };
