import { Contrast, Keyboard, type LucideIcon, Redo2, Trash2, Undo2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { changeSettings, largestAmount, useKeyHint, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-field.tsx'
import { ToolOptions } from './tool-options.tsx'
import { maskTools } from './tools.ts'

/** Scrolls a bar sideways where it is narrow, with a fade at its end. */
export const barScroll =
  'overflow-x-auto pr-6 scroll-pr-6 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] @4xl:pr-2.5 @4xl:[mask-image:none]'

interface ToolBarProps {
  readonly desk: MaskDesk
  readonly onPicked: () => void
}

/** The bar above the canvas: tools, their settings, and commands on the whole mask. Its rows scroll where they are too wide. */
export function ToolBar({ desk, onPicked }: ToolBarProps) {
  return (
    <div className="shrink-0 @3xl:px-4 @3xl:py-3">
      <div className="mx-auto w-full border-line border-b bg-surface py-1 @3xl:max-w-[48rem] @3xl:rounded-md @3xl:border">
        <div className="flex items-center gap-1 pl-2">
          <Commands desk={desk} entries={pastCommands} />
          <Divider />
          <div className={`flex min-w-0 flex-1 items-center gap-1 py-0.5 pl-0.5 ${barScroll}`}>
            <ToolChoice desk={desk} onPicked={onPicked} />
            <div className="ml-auto flex shrink-0 items-center gap-1">
              <Divider />
              <Commands desk={desk} entries={wholeCommands} />
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

interface CommandEntry {
  readonly kind: 'undo' | 'redo' | 'invert' | 'clear' | 'keys'
  readonly name: string
  readonly icon: LucideIcon
  /** A fixed key, where the command is none of those whose keys can be changed. */
  readonly press?: string
  readonly isOff?: (desk: MaskDesk) => boolean
}

const pastCommands: readonly CommandEntry[] = [
  {
    ...{ kind: 'undo', name: 'Undo', icon: Undo2, press: `${modifierName} Z` },
    isOff: ({ editor, painter }) => !editor.canUndo && painter.draft === undefined,
  },
  {
    ...{ kind: 'redo', name: 'Redo', icon: Redo2, press: `${modifierName} Shift Z` },
    isOff: ({ editor }) => !editor.canRedo,
  },
]

/** Undoable commands on the whole mask, and the list of keys. */
const wholeCommands: readonly CommandEntry[] = [
  { kind: 'invert', name: 'Invert', icon: Contrast },
  { kind: 'clear', name: 'Clear', icon: Trash2, isOff: ({ editor }) => editor.marked === 0 },
  { kind: 'keys', name: 'Keys', icon: Keyboard },
]

/** `aria-disabled`, not `disabled`: a disabled button loses the focus when it is pressed for the last time. */
function Commands({ desk, entries }: { readonly desk: MaskDesk; readonly entries: readonly CommandEntry[] }) {
  useDesk(desk)
  const hint = useKeyHint()
  return (
    <div className="flex shrink-0 *:aria-disabled:opacity-45">
      {entries.map(({ kind, name, icon: Icon, press, isOff }) => (
        <IconButton
          key={kind}
          name={name}
          title={`${name}${press === undefined ? hint(kind) : ` (${press})`}`}
          icon={<Icon size={18} strokeWidth={1.5} />}
          aria-disabled={isOff?.(desk) || undefined}
          onClick={() => desk.do({ kind })}
        />
      ))}
    </div>
  )
}

interface ToolChoiceProps {
  readonly desk: MaskDesk
  /** A tool was chosen with the pointer. */
  readonly onPicked: () => void
}

/** The tools, as one radio group of icons. */
function ToolChoice({ desk, onPicked }: ToolChoiceProps) {
  useDesk(desk)
  const hint = useKeyHint()
  return (
    <div role="radiogroup" aria-label="Tools" className="flex shrink-0 gap-0.5">
      {maskTools.map(({ id, name, icon: Icon }) => (
        <label
          key={id}
          title={`${name}${hint(id)}`}
          className="relative grid size-9 shrink-0 place-items-center rounded-md text-soft transition duration-120 ease-out hover:bg-raised hover:text-ink has-checked:bg-cable/20 has-checked:text-cable has-checked:ring-1 has-checked:ring-cable/50 has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-1 coarse:size-11 forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name="mask-tool"
            aria-label={name}
            value={id}
            checked={desk.tool === id}
            onChange={() => desk.choose(id)}
            // Choosing by keys keeps the focus in the group; a click (`detail` > 0) moves it to the canvas.
            onClick={(event) => event.detail > 0 && onPicked()}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
        </label>
      ))}
    </div>
  )
}

const kinds = [
  { kind: 'grow', name: 'Grow' },
  { kind: 'shrink', name: 'Shrink' },
  { kind: 'feather', name: 'Feather' },
] as const

/** Grows, shrinks or feathers the marked area by a number of pixels. */
function EdgeFields({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { amount } = useMaskSettings()
  const isIdle = desk.work.state.kind !== 'works'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row that scrolls.
    <div role="group" aria-label="Edge" className="ml-auto flex shrink-0 items-center gap-0.5">
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
          aria-disabled={desk.editor.marked === 0 || !isIdle || undefined}
          onClick={() => void desk.work.edge(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
