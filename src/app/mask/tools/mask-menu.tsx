import { Contrast, Ellipsis, Keyboard, Scan, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { barLook } from './bar-button.tsx'
import { EdgeFields } from './edge-fields.tsx'
import { changeSettings, useMaskKeys, useMaskSettings } from './mask-settings.ts'
import { maskTools, type ToolEntry } from './tools.ts'

interface MaskMenuProps {
  readonly desk: MaskDesk
  /** The tools that are on the bar: the others are here. */
  readonly shown: readonly ToolEntry[]
  /** What else is on the bar: tools alone, commands on the whole mask, or those and the fields for its edge. */
  readonly bar: 'tools' | 'commands' | 'edge'
  /** A tool was chosen. */
  readonly onPicked: () => void
}

/** Everything the bar has no room for, in words. */
export function MaskMenu({ desk, shown, bar, onPicked }: MaskMenuProps) {
  useDesk(desk)
  const keyOf = useMaskKeys()
  const { pressure } = useMaskSettings()
  const [edge, setEdge] = useState<'open' | 'closed'>('closed')
  const isEmpty = desk.editor.marked === 0
  const tools = maskTools
    .filter((tool) => !shown.includes(tool))
    .map(
      ({ id, name, icon: Icon }): MenuItem => ({
        ...{ name, icon: <Icon size={16} />, keys: keyOf(id) },
        onSelect: () => {
          desk.choose(id)
          onPicked()
        },
      }),
    )
  const whole: MenuItem[] = [
    {
      ...{ name: 'Invert', icon: <Contrast size={16} />, keys: keyOf('invert') },
      onSelect: () => desk.do({ kind: 'invert' }),
    },
    {
      ...{ name: 'Clear', icon: <Trash2 size={16} />, keys: keyOf('clear'), disabled: isEmpty },
      onSelect: () => desk.do({ kind: 'clear' }),
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
                ...{ name: 'Show original', checked: desk.shows === 'original' },
                onSelect: () => desk.show(desk.shows === 'original' ? 'mask' : 'original'),
              },
              {
                ...{ name: 'Pen pressure changes size', checked: pressure === 'size' },
                onSelect: () => changeSettings({ pressure: pressure === 'size' ? 'nothing' : 'size' }),
              },
              { name: 'Zoom in', keys: keyOf('closer'), onSelect: () => desk.do({ kind: 'zoom', direction: 1 }) },
              { name: 'Zoom out', keys: keyOf('farther'), onSelect: () => desk.do({ kind: 'zoom', direction: -1 }) },
              { name: '100%', keys: keyOf('actual'), onSelect: () => desk.do({ kind: 'actual' }) },
              {
                ...{ name: 'Keyboard shortcuts', icon: <Keyboard size={16} />, keys: keyOf('keys') },
                onSelect: () => desk.do({ kind: 'keys' }),
              },
            ],
          },
        ]}
        className={`${barLook} min-h-0! gap-0.5! px-1! text-2xs!`}
      >
        More
      </Menu>
      <Dialog title="Edge of the mask" open={edge === 'open'} onClose={() => setEdge('closed')}>
        <EdgeFields desk={desk} />
      </Dialog>
    </>
  )
}
