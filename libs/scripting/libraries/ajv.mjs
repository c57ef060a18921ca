export { default } from 'ajv';
