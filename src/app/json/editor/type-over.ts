import { EditorView } from '@codemirror/view'

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Replaces a selection by what is typed over it. The browser would keep the old text's colour in a style attribute, which the page's
 * content security policy refuses.
 */
export const typeOver = EditorView.domEventHandlers({
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
