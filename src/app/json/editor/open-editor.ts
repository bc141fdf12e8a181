import { history, isolateHistory, redo, standardKeymap, undo } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, toggleFold } from '@codemirror/language'
import { linter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { Annotation, EditorSelection, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { diagnose, type JsonFault, type Range } from './diagnose.ts'
import { editorLook, findBar } from './editor-look.ts'
import type { Selected } from './plain-box.tsx'

export interface EditorSetup {
  readonly text: string
  readonly label: string
  readonly placeholder: string | undefined
  /** What is selected at first. Where this is given, the editor takes the focus. */
  readonly selected: Selected
  /** Called with each text that is typed; debounced for a long one, and flushed on blur. */
  readonly onText: (text: string) => void
}

interface Shown {
  readonly text: string
  readonly faults: readonly JsonFault[]
  readonly invalid: boolean
  /** The elements that describe the editor (`aria-describedby`), outside its shadow root. */
  readonly about: readonly Element[]
}

export type JsonEditor = ReturnType<typeof openEditor>

/** Opens CodeMirror in a shadow root: there its styles are style sheets; the content security policy refuses style elements. */
export function openEditor(host: HTMLElement, setup: EditorSetup) {
  const out = textReporter(setup.text, () => view.state.doc.toString(), setup.onText)
  const view = new EditorView({
    parent: host.shadowRoot ?? host.attachShadow({ mode: 'open' }),
    doc: setup.text,
    extensions: [verdict, ...writing, keymap.of(editorKeys), editorLook, named(setup), reporting(out)],
  })
  const select = (start: number, end: number, y: 'nearest' | 'center') => {
    const { length } = view.state.doc
    const selection = EditorSelection.range(Math.min(start, length), Math.min(end, length))
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection, { y }) })
    view.focus()
  }
  if (setup.selected) select(setup.selected.start, setup.selected.end, 'nearest')
  return {
    /** Updates text, marks and description. A text that `onText` already reported does not replace a newer one. */
    show({ text, faults, invalid, about }: Shown): void {
      const effects = judged.of({ faults, invalid })
      if (!out.accepts(text)) view.dispatch({ effects })
      else
        view.dispatch({
          effects,
          changes: differenceOf(view.state.doc.toString(), text),
          annotations: [fromOutside.of(true), isolateHistory.of('full')],
        })
      // Ids do not resolve across a shadow root; element references do.
      view.contentDOM.ariaDescribedByElements = about
    },
    focus: () => view.focus(),
    /** Selects a place, in UTF-16 units, and moves the focus there. */
    goTo: (at: number) => select(at, at + 1, 'center'),
    close(): void {
      out.now()
      view.destroy()
    },
  }
}

const fromOutside = Annotation.define<boolean>()

type Verdict = Pick<Shown, 'faults' | 'invalid'>

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

/** Replaces a selection by typed text: the browser would set a style attribute, which the content security policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    if (inputType !== 'insertText' || !data || view.composing) return false
    const { from, to } = selectedIn(view)
    if (from === to) return false
    const insert = view.state.toText(data)
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    return true
  },
})

/** Linting is debounced, in ms, so that no error is shown in the middle of a word. */
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

function reporting(out: ReturnType<typeof textReporter>): Extension {
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

const searchKeys = searchKeymap.filter(({ key = '' }) => ['Mod-f', 'F3', 'Mod-g', 'Escape'].includes(key))

/** The editor's keys. Tab is left to the browser, so that the editor is no keyboard trap; Ctrl+Enter, Ctrl+K and Ctrl+/ to the app. */
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

/** The selection of the document, which may be newer than the editor's; the editor's where it reaches text that is not rendered. */
function selectedIn(view: EditorView): Range {
  const known = view.state.selection.main
  const drawn = drawnSelection(view)
  return drawn === undefined || (known.from <= drawn.from && known.to >= drawn.to) ? known : drawn
}

function drawnSelection(view: EditorView): Range | undefined {
  const selection = document.getSelection()
  if (!(view.root instanceof ShadowRoot) || selection?.getComposedRanges === undefined) return undefined
  const [range] = selection.getComposedRanges({ shadowRoots: [view.root] })
  const { contentDOM } = view
  if (!range || !contentDOM.contains(range.startContainer) || !contentDOM.contains(range.endContainer)) return undefined
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  }
}

/** Longer texts (in UTF-16 units) are debounced: parsing and checking them takes longer than a key stroke. */
const long = 100_000
/** In ms. */
const pause = 300

/** Reports a text while it is typed, each state once; long texts are debounced. */
export function textReporter(first: string, read: () => string, tell: (text: string) => void) {
  let known = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    clearTimeout(timer)
    const text = read()
    if (text === known) return
    known = text
    tell(text)
  }
  return {
    now,
    typed: (length: number) => {
      clearTimeout(timer)
      if (length <= long) now()
      else timer = setTimeout(now, pause)
    },
    /** Accepts a text from outside; false where it is the one last reported or accepted. */
    accepts: (text: string) => {
      if (text === known) return false
      clearTimeout(timer)
      known = text
      return true
    },
  }
}

/** The one range in which two texts differ, so that a caret elsewhere keeps its place. */
export function differenceOf(before: string, after: string) {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }
}
