import { closeSearchPanel, findNext, findPrevious, SearchQuery, search, setSearchQuery } from '@codemirror/search'
import { type Command, type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view'
import { isComposing } from '../../ui/keys/is-composing.ts'

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
