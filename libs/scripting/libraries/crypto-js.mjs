export { default } from 'crypto-js';
