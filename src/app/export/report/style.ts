/** The report's looks: both themes by the reader's system, and black on white on paper. */
export const style = `
:root { color-scheme: light dark; --ground: #f7f5f1; --surface: #fdfcfa; --line: #0000001f; --ink: #262522; --soft: #5d5a54; --mark: #2f5fd0; --good: #1d6b3a; --bad: #a52a1f }
@media (prefers-color-scheme: dark) { :root { --ground: #17181a; --surface: #1e1f22; --line: #ffffff24; --ink: #ececec; --soft: #a9abb0; --mark: #86aef5; --good: #6fcf93; --bad: #f29a8e } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 60rem; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin: 0 } h3 { font-size: 1rem; color: var(--soft); margin: 20px 0 4px }
h1, h2, td, dd, li, figcaption { overflow-wrap: anywhere }
a { color: var(--mark) }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 16px; margin-top: 24px }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 2px 16px; margin: 12px 0; font-variant-numeric: tabular-nums }
dt { color: var(--soft) } dd { margin: 0 }
pre { margin: 0; padding: 12px; background: var(--ground); border-radius: 6px; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.answer { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 72ch }
figure { margin: 12px 0 } img, video { max-width: 100%; height: auto; border-radius: 6px } audio { width: 100% }
figcaption { color: var(--soft); font-size: 14px }
.pass { color: var(--good) } .fail { color: var(--bad) }
@media print { body { background: #fff; color: #000; max-width: none } section { border-color: #999; break-inside: auto } h2, figure { break-after: avoid; break-inside: avoid } }
`
