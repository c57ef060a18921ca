/** The style of a page; follows the reader's light or dark setting. */
export const pageStyle = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b1f27; --faint: #596273; --line: #d9dee6; --code: #f0f2f6; --link: #2457d6; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --card: #1c2027; --text: #e7eaf0; --faint: #a2abba; --line: #333a46; --code: #14171c; --link: #8fb0ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
h1, h2, h3, h4, p, ul, dl, dd, pre { margin: 0; }
h1, h2, h3, h4 { overflow-wrap: anywhere; }
h1 { font-size: 26px; }
h2 { margin: 32px 0 12px; font-size: 20px; }
h3 { display: flex; gap: 10px; align-items: baseline; font-size: 16px; }
h4 { margin: 16px 0 6px; color: var(--faint); font-size: 13px; font-weight: 600; }
a { color: var(--link); }
header, .columns { max-width: 1200px; margin: 0 auto; padding: 24px; }
.columns { display: grid; grid-template-columns: 260px minmax(0, 1fr); gap: 32px; padding-top: 0; }
nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow: auto; }
nav ul { padding: 0; list-style: none; }
nav ul ul { margin: 2px 0 10px; padding-left: 12px; border-left: 1px solid var(--line); }
nav li { padding: 2px 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
main > :first-child { margin-top: 0; }
article { margin-bottom: 16px; border: 1px solid var(--line); border-radius: 8px; padding: 16px 20px; background: var(--card); }
.method { flex: none; color: var(--faint); font: 600 12px/1.6 ui-monospace, monospace; }
.url { margin-top: 6px; font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.note { margin-top: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { border-bottom: 1px solid var(--line); padding: 5px 12px 5px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--faint); font-weight: 600; }
td:first-child { width: 35%; font-family: ui-monospace, monospace; font-size: 13px; }
td + td { font-family: ui-monospace, monospace; font-size: 13px; }
pre { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; background: var(--code); font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
@media (max-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: none; }
}
@media print {
  nav { display: none; }
  .columns { display: block; }
  article { break-inside: avoid; }
  pre { max-height: none; }
}
`;
