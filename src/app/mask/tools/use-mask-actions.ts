import { type Action, useActions } from '../../ui/actions.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { useMaskKeys, useMaskSettings } from './mask-settings.ts'
import { isCut, maskTools } from './mask-tools.ts'

/** Offers what the bars do in the command palette. `focus` focuses the canvas. */
export function useMaskActions(mask: MaskDocument, view: MaskView, focus: () => void): void {
  usePageState(mask.state)
  const { shows: shown, staged } = usePageState(view.state)
  const keyOf = useMaskKeys()
  const { amount } = useMaskSettings()
  const action = (name: string, run: () => void, keys?: string): Action => ({ name, run, ...(keys && { keys }) })
  const shows = shown === 'mask' ? 'original' : 'mask'
  const views = [
    action('Fit image to canvas', () => view.do({ kind: 'fit' }), keyOf('fit')),
    action('Zoom to 100%', () => view.do({ kind: 'actual' }), keyOf('actual')),
    action(shows === 'original' ? 'Show original' : 'Show mask', () => view.show(shows)),
    action('Mask shortcuts', () => view.do({ kind: 'keys' }), keyOf('keys')),
  ]
  const past = (['undo', 'redo'] as const)
    .filter((kind) => mask.can(kind))
    .map((kind) =>
      kind === 'undo'
        ? action('Undo', () => mask.do({ kind }), `${modifierName} Z`)
        : action('Redo', () => mask.do({ kind }), `${modifierName} Shift Z`),
    )
  const marked = [
    action('Clear mask', () => mask.do({ kind: 'clear' }), keyOf('clear')),
    action(`Grow mask by ${amount} px`, () => void mask.changeEdge('grow')),
    action(`Shrink mask by ${amount} px`, () => void mask.changeEdge('shrink')),
    action(`Feather mask by ${amount} px`, () => void mask.changeEdge('feather')),
  ]
  const tools = maskTools.map(({ id, name }) =>
    action(
      isCut(id) ? `${name} image` : `${name} tool`,
      () => {
        mask.choose(id)
        focus()
      },
      keyOf(id),
    ),
  )
  const own = [
    ...past,
    action('Invert mask', () => mask.do({ kind: 'invert' }), keyOf('invert')),
    ...(mask.editor.marked > 0 ? marked : []),
    ...tools,
  ]
  useActions(staged ? views : [...own, ...views])
}
