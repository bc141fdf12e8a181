import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { closeSearchPanel, findNext, findPrevious, SearchQuery, search, setSearchQuery } from '@codemirror/search'
import { type Command, EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { isComposing } from '../../ui/keys/key-press.ts'

// The page's colours reach into the shadow root as custom properties, and change there with the theme.
const theme = EditorView.theme({
  '&': { flex: '1', minWidth: '0', minHeight: '0', color: 'var(--ink)', fontSize: '0.75rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: '"Geist Mono Variable", ui-monospace, "SF Mono", Menlo, monospace',
    lineHeight: '1.125rem',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line-strong) transparent',
  },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem 0 0.25rem' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '::selection': { backgroundColor: 'color-mix(in oklab, var(--cable, var(--chat)) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--line-strong)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--danger)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '1.5rem', padding: '0 0 0 0.375rem', userSelect: 'none' },
  '.cm-foldGutter .cm-gutterElement': {
    display: 'grid',
    placeItems: 'center',
    width: '1.125rem',
    cursor: 'pointer',
    userSelect: 'none',
  },
  '.cm-foldGutter .cm-gutterElement:empty': { cursor: 'auto' },
  '.fold-mark': {
    width: '0.3125rem',
    height: '0.3125rem',
    marginTop: '-0.125rem',
    borderRight: '1.5px solid currentColor',
    borderBottom: '1.5px solid currentColor',
    transform: 'rotate(45deg)',
  },
  '.fold-mark.is-folded': { margin: '0 0.125rem 0 0', transform: 'rotate(-45deg)' },
  '.cm-gutterElement:hover .fold-mark': { color: 'var(--ink)' },
  '.fold-text': {
    margin: '0 0.125rem',
    padding: '0 0.375rem',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    background: 'var(--raised)',
    color: 'var(--soft)',
    font: 'inherit',
    lineHeight: '1',
    cursor: 'pointer',
  },
  // A phone has no room for numbers, and a finger needs a wider edge.
  '@media (width < 48rem)': { '.cm-lineNumbers': { display: 'none !important' } },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-active': { backgroundColor: 'color-mix(in oklab, var(--danger) 14%, transparent)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--danger)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--float)',
    color: 'var(--ink)',
    fontSize: '0.75rem',
    lineHeight: '1.125rem',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { maxWidth: 'min(24rem, 80vw)', padding: '0.375rem 0.75rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.find-bar': { display: 'flex', alignItems: 'center', gap: '0.25rem', padding: '0.375rem' },
  '.find-bar input, .find-bar button': {
    height: '1.75rem',
    border: '1px solid transparent',
    borderRadius: '6px',
    background: 'transparent',
    color: 'var(--soft)',
    font: 'inherit',
  },
  '.find-bar input': {
    flex: '1',
    minWidth: '0',
    padding: '0 0.5rem',
    borderColor: 'var(--line)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    appearance: 'none',
  },
  '.find-bar input::-webkit-search-cancel-button': { display: 'none' },
  '.find-bar input::placeholder': { color: 'var(--faint)', opacity: '1' },
  '.find-bar button': { width: '1.75rem', padding: '0', fontSize: '0.875rem', cursor: 'pointer' },
  '.find-bar button:hover': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.find-bar :focus-visible': { outline: '2px solid var(--cable, var(--chat))', outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--warning) 25%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--warning) 50%, transparent)' },
  '@media (pointer: coarse)': {
    '.cm-foldGutter .cm-gutterElement': { width: '1.75rem' },
    '.fold-text': { padding: '0 0.75rem' },
    '.find-bar input, .find-bar button': { height: '2.75rem' },
    '.find-bar button': { width: '2.75rem' },
  },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--soft)' },
])

export const editorLook = [theme, syntaxHighlighting(colours)]

/** The search panel in one line: text, next hit, previous hit, close. */
export const findBar = search({ top: true, literal: true, createPanel: findPanel })

function findPanel(view: EditorView): Panel {
  const field = fieldOf(view)
  const dom = document.createElement('div')
  dom.className = 'find-bar'
  dom.append(
    field,
    button(view, '↑', 'Previous match', findPrevious),
    button(view, '↓', 'Next match', findNext),
    button(view, '×', 'Close search', closeSearchPanel),
  )
  dom.addEventListener('keydown', (event) => {
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault()
  })
  return {
    dom,
    top: true,
    mount: () => field.select(),
    // Opening the panel searches for the selected text.
    update({ transactions }: ViewUpdate) {
      for (const { effects } of transactions)
        for (const effect of effects)
          if (effect.is(setSearchQuery) && effect.value.search !== field.value) field.value = effect.value.search
    },
  }
}

function fieldOf(view: EditorView): HTMLInputElement {
  const field = document.createElement('input')
  field.type = 'search'
  field.ariaLabel = 'Search in this JSON'
  field.placeholder = 'Search'
  field.autocomplete = 'off'
  field.spellcheck = false
  // CodeMirror focuses the element with this attribute.
  field.setAttribute('main-field', 'true')
  field.addEventListener('input', () =>
    view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: field.value, literal: true })) }),
  )
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
    event.preventDefault()
    const go = event.shiftKey ? findPrevious : findNext
    go(view)
  })
  return field
}

function button(view: EditorView, sign: string, name: string, run: Command): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = sign
  made.ariaLabel = name
  made.title = name
  made.addEventListener('click', () => run(view))
  return made
}
