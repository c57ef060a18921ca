export { default } from 'xml2js';
