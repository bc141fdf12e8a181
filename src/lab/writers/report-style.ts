/** The CSS of a report of results: light and dark by the system's preference, black on white in print. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: #f6f4ef; --surface: #fdfcfa; --line: #00000022; --ink: #262522; --soft: #625f58; --mark: #2f5fd0; --good: #1d6b3a; --bad: #a52a1f }
@media (prefers-color-scheme: dark) { :root { --ground: #151618; --surface: #1d1e21; --line: #ffffff22; --ink: #ececec; --soft: #a9abb0; --mark: #86aef5; --good: #6fcf93; --bad: #f29a8e } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 24px 64px; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; -webkit-text-size-adjust: 100% }
h1, h2, h3, p, dl, dd, blockquote, figure, ul { margin: 0 }
h1 { font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere } h2 { font-size: 1.125rem; margin: 32px 0 8px } h3 { font-size: .875rem; margin: 16px 0 4px }
a { color: var(--mark) }
.soft, figcaption, dt { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums }
.code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
.tag { border: 1px solid var(--line); border-radius: 99px; padding: 1px 8px; font-size: .75rem; white-space: nowrap }
.scroll { overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--surface) }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums }
th, td { padding: 8px 12px; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: 400 }
thead th { position: sticky; top: 0; background: var(--surface); font-weight: 600; z-index: 1 }
.figures { width: 100% } .figures td { white-space: nowrap }
.results { min-width: 100% } .results td { min-width: 18rem; max-width: 34rem } .results th[scope="row"] { min-width: 10rem; max-width: 18rem; background: var(--surface) } .results tr > * + * { border-inline-start: 1px solid var(--line) }
td > * + *, th > * + dl { margin-top: 8px }
dd, .text, blockquote { white-space: pre-wrap; overflow-wrap: anywhere } dt { margin-top: 4px } .text { max-height: 24rem; overflow: auto }
pre { margin: 0; white-space: pre-wrap } blockquote { border-inline-start: 3px solid var(--mark); padding-inline-start: 12px }
.mark { font-weight: 600 } .passed { color: var(--good) } .failed, .error, .unknown, .unable { color: var(--bad) } .running, .not-sent { color: var(--soft) }
.checks { list-style: none; padding: 0; font-size: .8125rem; overflow-wrap: anywhere }
img, video { display: block; max-width: 100%; max-height: 24rem; border-radius: 6px; background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 0 / 16px 16px } audio { display: block; width: 100% } figcaption { margin-top: 4px; overflow-wrap: anywhere }
:target { outline: 2px solid var(--mark); outline-offset: -2px }
@media (min-width: 48rem) { .results { max-width: none } .scroll:has(.results) { max-height: 92vh } .results th[scope="row"], .results thead th:first-child { position: sticky; inset-inline-start: 0 } .results thead th:first-child { z-index: 2 } }
@media (max-width: 30rem) { body { padding: 20px 12px 48px } }
@media print { :root { --ground: #fff; --surface: #fff; --ink: #000; --soft: #444; --line: #0004; --mark: #000; --good: #0b5a2a; --bad: #8c1d13 } body { padding: 0 } .scroll, .text { max-height: none !important; overflow: visible } .scroll { border: 0 } thead th, .results th { position: static !important } .results td { min-width: 0 } }
`
