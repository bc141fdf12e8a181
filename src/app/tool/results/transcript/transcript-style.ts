/** In CSS of its own, adopted with the first transcript: the one style sheet of the app is part of its first load. */
const css = `
.transcript-search { display: flex; align-items: center; gap: 0.25rem; min-width: 0; flex: 1 1 12rem; }
.transcript-search > input { max-width: 20rem; }
@media (max-width: 30rem) {
  .transcript-search { flex-basis: 100%; }
  .transcript-search > input { max-width: none; }
}
.transcript-box {
  max-height: min(60svh, 40rem);
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-gutter: stable;
}
.transcript-row {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  column-gap: 0.5rem;
  align-items: start;
  padding: 0.125rem 0.25rem;
  border-inline-start: 2px solid transparent;
  content-visibility: auto;
  contain-intrinsic-size: auto 2.25rem;
}
.transcript-row:focus-within { content-visibility: visible; }
.transcript-row :focus-visible { outline-offset: -2px; }
.transcript-row[aria-current] {
  border-color: var(--cable);
  background: color-mix(in oklab, var(--cable) 8%, transparent);
}
.transcript-row p, .transcript-row textarea {
  max-width: 72ch;
  padding: 0.25rem 0;
  font-size: 1rem;
  line-height: 1.625rem;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
}
.transcript-row textarea {
  display: block;
  width: 100%;
  field-sizing: content;
  resize: vertical;
  border: 0;
  background: transparent;
}
.transcript-row [data-at] { border-radius: 3px; cursor: pointer; }
.transcript-row [data-now] {
  background: color-mix(in oklab, var(--cable) 32%, transparent);
  box-shadow: 0 0 0 2px color-mix(in oklab, var(--cable) 32%, transparent);
}
.transcript-row mark {
  background: none;
  color: inherit;
  text-decoration: underline dotted 2px var(--warning);
  text-underline-offset: 0.2em;
}
.transcript-row em { color: var(--soft); }
.transcript-tools { display: flex; opacity: 0; }
.transcript-row:is(:hover, :focus-within) .transcript-tools { opacity: 1; }
@media (pointer: coarse) { .transcript-tools { opacity: 1; } }
.transcript-diff { overflow-wrap: anywhere; line-height: 1.75; max-width: 72ch; }
div.transcript-diff { max-height: 16rem; overflow-y: auto; }
.transcript-diff del { color: var(--danger); text-decoration: line-through; }
.transcript-diff ins { color: var(--success); text-decoration: underline; }
.transcript-lines { table-layout: fixed; border-collapse: collapse; width: 100%; min-width: calc(4rem + var(--columns) * 12rem); }
.transcript-lines :is(th, td) { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: inherit; }
.transcript-lines thead th { font-weight: 500; position: sticky; top: -1.25rem; background: var(--ground); }
.transcript-lines th:first-child { width: 4rem; }
::highlight(transcript-found) { background: color-mix(in oklab, var(--warning) 30%, transparent); }
::highlight(transcript-here) { background: var(--warning); color: var(--on-cable); }
`

let sheet: CSSStyleSheet | undefined

/** Adopts the styles once. Browsers allow it under any policy, since no markup is involved; without support, nothing is styled. */
export function adoptTranscriptStyle(): void {
  if (sheet || !('adoptedStyleSheets' in document)) return
  sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
