import '../style/shortcuts.css';

import { shortcuts } from './shortcuts.js';

/** The keys that do something, by where they work. */
export const ShortcutsPanel = () => (
  <section className="screen" aria-label="Shortcuts" tabIndex={0}>
    <h1>Shortcuts</h1>
    <div className="shortcuts">
      {shortcuts.map(({ where, keys: listed }) => (
        <section key={where} className="stack" aria-label={where}>
          <h2>{where}</h2>
          <table className="plain-table">
            <tbody>
              {listed.map(({ keys, does }) => (
                <tr key={keys}>
                  <th scope="row">
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
    <p className="quiet">On a Mac, Cmd stands for Ctrl.</p>
  </section>
);
