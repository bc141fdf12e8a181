import { Contrast, Keyboard, Redo2, Trash2, Undo2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { modifierName } from '../../ui/modifier.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { useDesk } from '../canvas/use-desk.ts'
import { useKeyHint } from '../hand/use-key-hint.ts'
import { barScroll } from './bar-scroll.ts'
import { EdgeFields } from './edge-fields.tsx'
import { ToolChoice } from './tool-choice.tsx'
import { ToolOptions } from './tool-options.tsx'

interface ToolBarProps {
  readonly desk: MaskDesk
  readonly onPicked: () => void
}

/** On top of the canvas: the tools, what they are set to, and what is done to the whole mask. Where it is narrow its rows scroll. */
export function ToolBar({ desk, onPicked }: ToolBarProps) {
  return (
    <div className="shrink-0 @3xl:px-4 @3xl:py-3">
      <div className="mx-auto w-full border-line border-b bg-surface py-1 @3xl:max-w-[48rem] @3xl:rounded-md @3xl:border">
        <div className="flex items-center gap-1 pl-2">
          <PastButtons desk={desk} />
          <Divider />
          <div className={`flex min-w-0 flex-1 items-center gap-1 py-0.5 pl-0.5 ${barScroll}`}>
            <ToolChoice desk={desk} onPicked={onPicked} />
            <div className="ml-auto flex shrink-0 items-center gap-1">
              <Divider />
              <WholeMask desk={desk} />
            </div>
          </div>
        </div>
        <div className={`flex min-h-9 items-center gap-x-2 gap-y-1 py-0.5 pl-2.5 coarse:min-h-12.5 ${barScroll}`}>
          <ToolOptions desk={desk} />
          <EdgeFields desk={desk} />
        </div>
      </div>
    </div>
  )
}

const Divider = () => <div aria-hidden="true" className="mx-0.5 h-5 w-px shrink-0 bg-line" />

const icon = { size: 18, strokeWidth: 1.5 } as const

/** Neither is disabled for real: it would lose the focus when it is pressed for the last time. */
function PastButtons({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { editor, painter } = desk
  const canUndo = editor.canUndo || painter.draft !== undefined
  return (
    <div className="flex shrink-0 *:aria-disabled:opacity-45">
      <IconButton
        name="Undo"
        title={`Undo (${modifierName} Z)`}
        icon={<Undo2 {...icon} />}
        aria-disabled={!canUndo || undefined}
        onClick={() => desk.do({ kind: 'undo' })}
      />
      <IconButton
        name="Redo"
        title={`Redo (${modifierName} Shift Z)`}
        icon={<Redo2 {...icon} />}
        aria-disabled={!editor.canRedo || undefined}
        onClick={() => desk.do({ kind: 'redo' })}
      />
    </div>
  )
}

/** What is done to the whole mask, and can be undone. */
function WholeMask({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const hint = useKeyHint()
  return (
    <div className="flex shrink-0 *:aria-disabled:opacity-45">
      <IconButton
        name="Invert"
        title={`Invert${hint('invert')}`}
        icon={<Contrast {...icon} />}
        onClick={() => desk.do({ kind: 'invert' })}
      />
      <IconButton
        name="Clear"
        title={`Clear${hint('clear')}`}
        icon={<Trash2 {...icon} />}
        aria-disabled={desk.editor.marked === 0 || undefined}
        onClick={() => desk.do({ kind: 'clear' })}
      />
      <IconButton
        name="Keys"
        title={`Keys${hint('keys')}`}
        icon={<Keyboard {...icon} />}
        onClick={() => desk.do({ kind: 'keys' })}
      />
    </div>
  )
}
