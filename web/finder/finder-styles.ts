/** How a finder looks: fonts and colours of the site around it, but for what its custom properties say. */
export const finderStyles = `
:host {
  display: block;
  font: var(--finder-font, inherit);
  color: var(--finder-text, inherit);
  background: var(--finder-background, transparent);
  container-type: inline-size;
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 12px; }
label { display: flex; gap: 6px; align-items: center; min-height: 40px; }
label.search { flex: 1 1 220px; flex-direction: column; align-items: stretch; gap: 4px; }
input[type="search"], button {
  min-height: 40px;
  padding: 6px 12px;
  font: inherit;
  color: inherit;
  background: transparent;
  border: 1px solid var(--finder-edge, currentColor);
  border-radius: var(--finder-radius, 6px);
}
input[type="search"] { width: 100%; }
input[type="checkbox"] { width: 20px; height: 20px; margin: 0; accent-color: var(--finder-accent, auto); }
button { cursor: pointer; }
button[aria-pressed="true"] { font-weight: 700; border-width: 2px; border-color: var(--finder-accent, currentColor); }
:focus-visible { outline: 2px solid var(--finder-accent, currentColor); outline-offset: 2px; }
p { margin: 0; }
.status { margin-bottom: 8px; min-height: 1.5em; }
ul { margin: 0 0 12px; padding: 0; list-style: none; border-top: 1px solid var(--finder-edge, currentColor); }
li { padding: 10px 0; border-bottom: 1px solid var(--finder-edge, currentColor); }
li a { color: var(--finder-link, LinkText); font-weight: 600; }
iframe { display: block; width: 100%; height: 320px; margin-bottom: 12px; border: 1px solid var(--finder-edge, currentColor); border-radius: var(--finder-radius, 6px); }
.hours:empty { display: none; }
`
