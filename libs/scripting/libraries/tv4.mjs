export { default } from 'tv4';
