import { Contrast, Ellipsis, Keyboard, Scan, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { Menu, type MenuItem } from '../../ui/popup/menu.tsx'
import type { MaskView } from '../canvas/mask-view.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { EdgeFields } from './edge-fields.tsx'
import { changeSettings, useMaskKeys, useMaskSettings } from './mask-settings.ts'
import { maskTools, type ToolEntry } from './mask-tools.ts'
import { barLook } from './tool-choice.tsx'

interface MaskMenuProps {
  readonly mask: MaskDocument
  readonly view: MaskView
  /** The tools that are on the bar: the others are here. */
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
  const whole: MenuItem[] = [
    {
      ...{ name: 'Invert', icon: <Contrast size={16} />, keys: keyOf('invert') },
      onSelect: () => mask.do({ kind: 'invert' }),
    },
    {
      ...{ name: 'Clear', icon: <Trash2 size={16} />, keys: keyOf('clear'), disabled: isEmpty },
      onSelect: () => mask.do({ kind: 'clear' }),
    },
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
              { name: 'Zoom in', keys: keyOf('closer'), onSelect: () => view.do({ kind: 'zoom', direction: 1 }) },
              { name: 'Zoom out', keys: keyOf('farther'), onSelect: () => view.do({ kind: 'zoom', direction: -1 }) },
              { name: '100%', keys: keyOf('actual'), onSelect: () => view.do({ kind: 'actual' }) },
              {
                ...{ name: 'Keyboard shortcuts', icon: <Keyboard size={16} />, keys: keyOf('keys') },
                onSelect: () => view.do({ kind: 'keys' }),
              },
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
