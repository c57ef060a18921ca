export { default } from 'cheerio';
