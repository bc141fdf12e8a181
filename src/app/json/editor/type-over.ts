import { EditorView } from '@codemirror/view'

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Writes what is typed over a selection. Left to the browser, it would keep the colour of what goes in a style attribute, which the
 * page's policy refuses.
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

/** What is selected. The editor may not have heard of the newest selection yet; but only it knows of what is too far off to be drawn. */
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
