import { history, isolateHistory, redo, standardKeymap, undo } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, toggleFold } from '@codemirror/language'
import { linter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { Annotation, EditorSelection, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { diagnose, type Fault } from './diagnose.ts'
import { editorLook } from './editor-look.ts'
import { findBar } from './find-bar.ts'
import { differenceOf, type HandOn, handOn } from './hand-on.ts'
import type { Selected } from './plain-box.tsx'
import { typeOver } from './type-over.ts'

/** What an editor starts with. */
export interface EditorSetup {
  readonly text: string
  /** What it is called. */
  readonly label: string
  readonly placeholder: string | undefined
  /** What is selected at first. Where this is given, the editor takes the focus. */
  readonly selected: Selected
  /** Told every text that was typed; a long one after a pause, or when the focus leaves. */
  readonly onText: (text: string) => void
}

/** What may be another from one moment to the next. */
interface Shown {
  readonly text: string
  readonly faults: readonly Fault[]
  readonly invalid: boolean
  /** What is said about the text, outside. */
  readonly about: readonly Element[]
}

export interface JsonEditor {
  /** A text that was told, but is not the newest one any more, does not replace it. */
  readonly show: (shown: Shown) => void
  readonly focus: () => void
  /** Takes the focus to a place, counted in UTF-16 units. */
  readonly goTo: (at: number) => void
  readonly close: () => void
}

/**
 * Opens an editor for JSON in a shadow root of the host: there its styles are sheets made by script, which the page's policy lets in,
 * while it refuses style elements.
 */
export function openEditor(host: HTMLElement, setup: EditorSetup): JsonEditor {
  const out = handOn(setup.text, () => view.state.doc.toString(), setup.onText)
  const view = new EditorView({
    parent: host.shadowRoot ?? host.attachShadow({ mode: 'open' }),
    doc: setup.text,
    extensions: [verdict, ...writing, keymap.of(editorKeys), editorLook, named(setup), handingOn(out)],
  })
  const select = (start: number, end: number, y: 'nearest' | 'center') => {
    const { length } = view.state.doc
    const selection = EditorSelection.range(Math.min(start, length), Math.min(end, length))
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection, { y }) })
    view.focus()
  }
  if (setup.selected) select(setup.selected.start, setup.selected.end, 'nearest')
  return {
    show({ text, faults, invalid, about }) {
      const effects = judged.of({ faults, invalid })
      if (!out.takes(text)) view.dispatch({ effects })
      else
        view.dispatch({
          effects,
          changes: differenceOf(view.state.doc.toString(), text),
          annotations: [fromOutside.of(true), isolateHistory.of('full')],
        })
      // An id means nothing across the edge of a shadow root; an element does.
      view.contentDOM.ariaDescribedByElements = about
    },
    focus: () => view.focus(),
    goTo: (at) => select(at, at + 1, 'center'),
    close() {
      out.now()
      view.destroy()
    },
  }
}

/** Marks a change that nobody typed here. */
const fromOutside = Annotation.define<boolean>()

interface Verdict {
  readonly faults: readonly Fault[]
  readonly invalid: boolean
}

const judged = StateEffect.define<Verdict>()
const verdict = StateField.define<Verdict>({
  create: () => ({ faults: [], invalid: false }),
  update: (value, { effects }) => effects.reduce((last, effect) => (effect.is(judged) ? effect.value : last), value),
  provide: (field) =>
    EditorView.contentAttributes.from(
      field,
      ({ invalid }): Record<string, string> => (invalid ? { 'aria-invalid': 'true' } : {}),
    ),
})

/** In ms after the last stroke: nobody is told off in the middle of a word. */
const lintPause = 300

const writing: readonly Extension[] = [
  typeOver,
  json(),
  history(),
  lineNumbers(),
  codeFolding({ placeholderDOM: foldButton }),
  foldGutter({ markerDOM: foldMark }),
  bracketMatching(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  findBar,
  linter(({ state }) => diagnose(state, state.field(verdict).faults), {
    delay: lintPause,
    needsRefresh: ({ startState, state }) => startState.field(verdict).faults !== state.field(verdict).faults,
  }),
]

function named({ label, placeholder: words }: EditorSetup): Extension {
  return [EditorView.contentAttributes.of({ 'aria-label': label }), words === undefined ? [] : placeholder(words)]
}

function handingOn(out: HandOn): Extension {
  return [
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (docChanged && !transactions.some((one) => one.annotation(fromOutside))) out.typed(state.doc.length)
    }),
    EditorView.domEventHandlers({
      blur: () => out.now(),
      keydown: (event) => {
        // The request is about to be sent.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) out.now()
      },
    }),
  ]
}

function foldMark(open: boolean): HTMLElement {
  const mark = document.createElement('span')
  mark.className = open ? 'fold-mark' : 'fold-mark is-folded'
  mark.title = open ? 'Fold' : 'Unfold'
  return mark
}

function foldButton(_view: EditorView, unfold: (event: Event) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'fold-text'
  button.textContent = '…'
  button.ariaLabel = 'Unfold'
  button.tabIndex = -1
  button.addEventListener('click', unfold)
  return button
}

/** Those that work in the search panel, too. */
const searchKeys = searchKeymap.filter(({ key = '' }) => ['Mod-f', 'F3', 'Mod-g', 'Escape'].includes(key))

/** The editor's keys. Tab stays the browser's, so that nobody is held here; Ctrl+Enter, Ctrl+K and Ctrl+/ stay the app's. */
const editorKeys: readonly KeyBinding[] = [
  ...standardKeymap,
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
  { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: redo, preventDefault: true },
  ...foldKeymap,
  // Brackets are hard to reach on many keyboards.
  { key: 'Ctrl-.', run: toggleFold },
  ...searchKeys,
  { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
]
