import { Contrast, Ellipsis, Keyboard, Scan, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Action, useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { usePageState } from '../../ui/page-state.ts'
import { Menu } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import type { MaskView } from '../canvas/mask-view.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { keyActions } from '../input/mask-keys.ts'
import { changeSettings, largestAmount, useMaskKeys, useMaskSettings } from './mask-settings.ts'
import { isCut, maskTools, type ToolEntry } from './mask-tools.ts'
import { NumberField } from './number-fields.tsx'
import { barLook } from './tool-choice.tsx'

interface MaskMenuProps {
  readonly mask: MaskDocument
  readonly view: MaskView
  readonly shown: readonly ToolEntry[]
  /** What else is on the bar: tools alone, commands on the whole mask, or those and the fields for its edge. */
  readonly bar: 'tools' | 'commands' | 'edge'
  readonly onPicked: () => void
}

/** Everything the bar has no room for, in words. */
export function MaskMenu({ mask, view, shown, bar, onPicked }: MaskMenuProps) {
  usePageState(mask.state)
  const { shows } = usePageState(view.state)
  const keyOf = useMaskKeys()
  const { pressure } = useMaskSettings()
  const [edge, setEdge] = useState<'open' | 'closed'>('closed')
  const isEmpty = mask.editor.marked === 0
  const tools = maskTools
    .filter((tool) => !shown.includes(tool))
    .map(
      ({ id, name, icon: Icon }): MenuItem => ({
        ...{ name, icon: <Icon size={16} />, keys: keyOf(id) },
        onSelect: () => {
          mask.choose(id)
          onPicked()
        },
      }),
    )
  const command = (id: string, more: Partial<MenuItem> = {}): readonly MenuItem[] =>
    keyActions
      .filter((action) => action.id === id)
      .map(({ name, command }) => ({ name, keys: keyOf(id), onSelect: () => view.do(command), ...more }))
  const whole = [
    ...command('invert', { icon: <Contrast size={16} /> }),
    ...command('clear', { icon: <Trash2 size={16} />, disabled: isEmpty }),
  ]
  const edges: MenuItem = {
    ...{ name: 'Grow, shrink or feather…', icon: <Scan size={16} />, disabled: isEmpty },
    onSelect: () => setEdge('open'),
  }
  return (
    <>
      <Menu
        name="More tools and commands"
        icon={<Ellipsis size={18} />}
        items={[
          { name: 'Tools', items: tools },
          { name: 'Mask', items: [...(bar === 'tools' ? whole : []), ...(bar === 'edge' ? [] : [edges])] },
          {
            name: 'Canvas',
            items: [
              {
                ...{ name: 'Show original', checked: shows === 'original' },
                onSelect: () => view.show(shows === 'original' ? 'mask' : 'original'),
              },
              {
                ...{ name: 'Pen pressure changes size', checked: pressure === 'size' },
                onSelect: () => changeSettings({ pressure: pressure === 'size' ? 'nothing' : 'size' }),
              },
              ...['closer', 'farther', 'actual'].flatMap((id) => command(id)),
              ...command('keys', { icon: <Keyboard size={16} /> }),
            ],
          },
        ]}
        className={`${barLook} min-h-0! gap-0.5! px-1! text-2xs!`}
      >
        More
      </Menu>
      <Dialog title="Edge of the mask" open={edge === 'open'} onClose={() => setEdge('closed')}>
        <EdgeFields mask={mask} />
      </Dialog>
    </>
  )
}

const kinds = [
  { kind: 'grow', name: 'Grow' },
  { kind: 'shrink', name: 'Shrink' },
  { kind: 'feather', name: 'Feather' },
] as const

/** Grows, shrinks or feathers the marked area by a number of pixels. */
export function EdgeFields({ mask }: { readonly mask: MaskDocument }) {
  const { operation } = usePageState(mask.state)
  const { amount } = useMaskSettings()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of the bar.
    <div role="group" aria-label="Edge" className="flex shrink-0 items-center gap-0.5">
      <NumberField
        name="Edge pixels"
        label="Edge"
        unit="px"
        value={amount}
        least={1}
        most={largestAmount}
        onChange={(next) => changeSettings({ amount: next })}
      />
      {kinds.map(({ kind, name }) => (
        <Button
          key={kind}
          look="quiet"
          className="min-h-8! px-1.5! text-xs! aria-disabled:opacity-45 coarse:min-h-11! coarse:px-3!"
          // `disabled` would lose the focus while it works.
          aria-disabled={mask.editor.marked === 0 || operation.kind === 'running' || undefined}
          onClick={() => void mask.changeEdge(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

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
  const past = [
    mask.can('undo') && action('Undo', () => mask.do({ kind: 'undo' }), `${modifierName} Z`),
    mask.can('redo') && action('Redo', () => mask.do({ kind: 'redo' }), `${modifierName} Shift Z`),
  ]
  const marked = [
    action('Clear mask', () => mask.do({ kind: 'clear' }), keyOf('clear')),
    ...kinds.map(({ kind, name }) => action(`${name} mask by ${amount} px`, () => void mask.changeEdge(kind))),
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
    ...past.filter((one) => one !== false),
    action('Invert mask', () => mask.do({ kind: 'invert' }), keyOf('invert')),
    ...(mask.editor.marked > 0 ? marked : []),
    ...tools,
  ]
  useActions(staged ? views : [...own, ...views])
}
