/**
 * The widget's styles. They are a constructed style sheet of its shadow root, which a page's Content-Security-Policy
 * leaves alone, as it does changes through CSSOM; `<style>` and style attributes it may forbid.
 * As a frame's page the box fills the frame, whose own white would show beside it.
 */
const CSS = `
:host { display: block; max-width: 22rem; color-scheme: light dark;
  --back: var(--headroom-background, #fff); --text: var(--headroom-text, #1b1f24);
  --fill: var(--headroom-accent, #1f6feb); --line: #d0d7de; }
@media (prefers-color-scheme: dark) { :host(:not([data-theme='light'])) {
  --back: var(--headroom-background, #14181d); --text: var(--headroom-text, #e8ecf0); --line: #3a424b;
  --fill: var(--headroom-accent, #6ea8fe); } }
:host([data-theme='dark']) { --back: var(--headroom-background, #14181d); --text: var(--headroom-text, #e8ecf0);
  --line: #3a424b; --fill: var(--headroom-accent, #6ea8fe); }
:host([data-theme='light']) { color-scheme: light; }
:host([data-theme='dark']) { color-scheme: dark; }
.box { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--back);
  color: var(--text); font: 1rem/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
:host([data-frame]) { max-width: none; }
:host([data-frame]) .box { border-radius: 0; box-sizing: border-box; min-height: 100vh; }
:host([data-frame]) .box > * { max-width: 22rem; }
p, ul { margin: 0; padding: 0; }
.name { font-size: 0.875rem; }
.level { font-size: 1.25rem; font-weight: 600; }
.bar { height: 0.5rem; margin-block: 0.5rem; border: 1px solid var(--line); border-radius: 0.25rem; overflow: hidden; }
.bar div { height: 100%; background: var(--fill); forced-color-adjust: none; }
ul { margin-top: 0.5rem; }
li { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 1rem; font-size: 0.875rem; }
li span:last-child { margin-inline-start: auto; text-align: end; }
.note { font-size: 0.875rem; }
[hidden] { display: none; }
`;

/** Gives the shadow root the widget's styles. */
export function addStyles(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
}
