export { default } from 'moment';
