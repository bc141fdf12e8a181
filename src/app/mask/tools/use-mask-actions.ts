import { type Action, useActions } from '../../ui/actions.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { useMaskKeys, useMaskSettings } from './mask-settings.ts'
import { isCut, maskTools } from './tools.ts'

/** Offers what the bars do in the command palette. `focus` focuses the canvas. */
export function useMaskActions(desk: MaskDesk, focus: () => void): void {
  const keyOf = useMaskKeys()
  const { amount } = useMaskSettings()
  const action = (name: string, run: () => void, keys?: string): Action => ({ name, run, ...(keys && { keys }) })
  const shows = desk.shows === 'mask' ? 'original' : 'mask'
  const view = [
    action('Fit image to canvas', () => desk.do({ kind: 'fit' }), keyOf('fit')),
    action('Zoom to 100%', () => desk.do({ kind: 'actual' }), keyOf('actual')),
    action(shows === 'original' ? 'Show original' : 'Show mask', () => desk.show(shows)),
    action('Mask shortcuts', () => desk.do({ kind: 'keys' }), keyOf('keys')),
  ]
  const past = (['undo', 'redo'] as const)
    .filter((kind) => desk.can(kind))
    .map((kind) =>
      kind === 'undo'
        ? action('Undo', () => desk.do({ kind }), `${modifierName} Z`)
        : action('Redo', () => desk.do({ kind }), `${modifierName} Shift Z`),
    )
  const marked = [
    action('Clear mask', () => desk.do({ kind: 'clear' }), keyOf('clear')),
    action(`Grow mask by ${amount} px`, () => void desk.work.edge('grow')),
    action(`Shrink mask by ${amount} px`, () => void desk.work.edge('shrink')),
    action(`Feather mask by ${amount} px`, () => void desk.work.edge('feather')),
  ]
  const tools = maskTools.map(({ id, name }) =>
    action(
      isCut(id) ? `${name} image` : `${name} tool`,
      () => {
        desk.choose(id)
        focus()
      },
      keyOf(id),
    ),
  )
  const own = [
    ...past,
    action('Invert mask', () => desk.do({ kind: 'invert' }), keyOf('invert')),
    ...(desk.editor.marked > 0 ? marked : []),
    ...tools,
  ]
  useActions(desk.staged ? view : [...own, ...view])
}
