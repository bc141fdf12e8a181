/** The report's CSS: light and dark by the system's preference, black on white in print. */
export const style = `
:root { color-scheme: light dark; --ground: #f6f4ef; --surface: #fdfcfa; --line: #00000018; --ink: #262522; --soft: #625f58; --mark: #2f5fd0; --good: #1d6b3a; --good-ground: #1d6b3a17; --bad: #a52a1f; --bad-ground: #a52a1f14 }
@media (prefers-color-scheme: dark) { :root { --ground: #151618; --surface: #1d1e21; --line: #ffffff1c; --ink: #ececec; --soft: #a9abb0; --mark: #86aef5; --good: #6fcf93; --good-ground: #6fcf931c; --bad: #f29a8e; --bad-ground: #f29a8e1c } }
* { box-sizing: border-box }
html { scroll-behavior: smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0 auto; padding: 48px 20px 96px; max-width: 56rem; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; -webkit-text-size-adjust: 100% }
h1, h2, h3, p, dl, blockquote { margin: 0 }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.015em; font-weight: 650 }
h2 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em; font-weight: 650 }
h3 { font-size: .8125rem; line-height: 1.4; font-weight: 600; color: var(--soft); margin: 28px 0 8px }
h1, h2, td, dd, figcaption, .tag, .who { overflow-wrap: anywhere }
a { color: var(--mark); text-decoration-thickness: 1px; text-underline-offset: 3px }
.front { display: grid; gap: 8px; margin-bottom: 32px }
.soft, .over { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums }
.code { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.45; font-variant-numeric: tabular-nums }
nav th { text-align: left } th { font-weight: 500; color: var(--soft) } th, td:nth-child(n + 4) { white-space: nowrap }
th, td { padding-block: 8px; padding-inline: 0 12px; border-bottom: 1px solid var(--line); vertical-align: top }
td:first-child { color: var(--soft) } td:nth-child(2) { min-width: 9rem; width: 50% }
th:last-child, td:last-child { padding-inline-end: 0 } .number { text-align: right; white-space: nowrap }
nav { overflow-x: auto }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 28px 32px 32px; margin-top: 24px; scroll-margin-top: 16px }
section > header { display: grid; gap: 8px }
.marks { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; font-size: .8125rem }
.verdict, .state, .tag { border: 1px solid var(--line); border-radius: 99px; padding: 1px 10px; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis }
.verdict { border-color: transparent; font-weight: 600 } .state { color: var(--soft) }
.pass { color: var(--good); background: var(--good-ground) } .fail { color: var(--bad); background: var(--bad-ground) }
blockquote { margin-top: 20px; padding-block: 2px; padding-inline-start: 16px; border-inline-start: 3px solid var(--mark); white-space: pre-wrap; overflow-wrap: anywhere }
.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 44rem } .error { color: var(--bad) }
.said + .said { margin-top: 12px } .who { color: var(--soft); font-size: .8125rem }
pre { margin: 0; padding: 14px 16px; background: var(--ground); border-radius: 8px; font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 20px; align-items: end } .figures.one { grid-template-columns: minmax(0, 34rem) }
.answer { max-width: 44rem; overflow-wrap: anywhere } .answer > * + *, .answer blockquote > * + *, .answer li > * + :is(p, pre, blockquote, div) { margin-top: 12px } .answer p { white-space: pre-line } .answer .reading-plain { white-space: pre-wrap } .answer :is(h1, h2, h3, h4, h5, h6) { margin: 20px 0 0; font-size: 1rem; line-height: 1.35; color: inherit } .answer h1 { font-size: 1.1875rem } .answer h2 { font-size: 1.0625rem } .answer :is(.reading-note, .reading-host) { color: var(--soft); font-size: .875rem }
.answer ul, .answer ol { margin-bottom: 0; padding-inline-start: 1.5rem } .answer li > ul, .answer li > ol { margin-top: 0 } .answer li + li { margin-top: 4px } .answer .reading-task { list-style: none } .answer .reading-notes { color: var(--soft); font-size: .875rem } .answer blockquote { white-space: normal; color: var(--soft) } .answer hr { border: 0; border-top: 1px solid var(--line) } .answer table { width: auto; max-width: 100% } .answer [dir="rtl"] > table { margin-left: auto } .answer th { text-align: start } .answer td { min-width: 0; width: auto; color: inherit; white-space: normal } .answer [data-align="center"] { text-align: center } .answer [data-align="right"] { text-align: right } .answer [data-align="left"] { text-align: left } .answer :not(pre) > code { font: .875em ui-monospace, SFMono-Regular, Menlo, monospace; background: var(--ground); border-radius: 4px; padding: 1px 4px }
figure { margin: 0; min-width: 0 } img, video { display: block; max-width: 100%; max-height: 40rem; height: auto; border-radius: 8px; background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 0 / 16px 16px } audio { display: block; width: 100% }
figcaption { margin-top: 8px; color: var(--soft); font-size: .75rem; line-height: 1.45 } figcaption strong { color: var(--ink); font-weight: 600 }
details { margin-top: 28px } summary { cursor: pointer; font-size: .8125rem; font-weight: 600; color: var(--soft); padding: 4px 0 } details[open] > summary { margin-bottom: 8px }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: 4px 20px; font-size: .875rem; font-variant-numeric: tabular-nums } dt { color: var(--soft) } dd { margin: 0 }
@media (max-width: 40rem) { body { padding: 28px 14px 64px } section { padding: 20px 18px 24px; border-radius: 10px } h1 { font-size: 1.5rem } dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 6px } }
@media print { :root { --ground: #fff; --surface: #fff; --ink: #000; --soft: #444; --line: #0003; --mark: #000; --good: #0b5a2a; --good-ground: #fff; --bad: #8c1d13; --bad-ground: #fff } @page { margin: 18mm 16mm } body { max-width: none; padding: 0; font-size: 11pt } section { border: 0; border-top: 1px solid #000; border-radius: 0; padding: 16px 0 0; break-before: auto } section > header, h2, h3 { break-after: avoid } figure, tr { break-inside: avoid } img, video { max-height: 17cm } pre { border: 1px solid var(--line) } .verdict { border-color: currentColor } details:not([open]) { display: none } a { text-decoration: none } }
`
