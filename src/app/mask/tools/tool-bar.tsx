import { Contrast, type LucideIcon, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useWidth } from '../../ui/hooks/use-width.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import type { CutModel } from '../crop/cut.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { EdgeFields, MaskMenu } from './mask-menu.tsx'
import { useKeyHint } from './mask-settings.ts'
import { maskTools, toolsIn, toolWidth } from './mask-tools.ts'
import { BarButton, ToolChoice } from './tool-choice.tsx'
import { ToolOptions } from './tool-options.tsx'

interface ToolBarProps {
  readonly mask: MaskDocument
  readonly view: MaskView
  readonly cuts: CutModel
  readonly onPicked: () => void
}

/** What undo, redo, the menu and two commands on the whole mask take of the bar, in CSS pixels. */
const commandsWidth = 244
/** From this width on, in CSS pixels, the second row has room for the fields of the mask's edge. */
const wideBar = 820
const wideOptions = 600

/** The bar above the canvas: tools and commands, and below them the settings of the chosen tool. Its height never changes. */
export function ToolBar({ mask, view, cuts, onPicked }: ToolBarProps) {
  const [width, bar] = useWidth()
  const [room, tools] = useWidth()
  const least = useMedia('(pointer: coarse)') ? 44 : 40
  const { tool, frame } = usePageState(mask.state)
  const shown = toolsIn(room, maskTools, tool, least)
  const all = maskTools.reduce((sum, one) => sum + toolWidth(one, least), commandsWidth)
  const place = width >= wideBar ? 'edge' : width >= all ? 'commands' : 'tools'
  return (
    <div className="shrink-0 @3xl:px-4 @3xl:py-3">
      <div
        ref={bar}
        className="mx-auto w-full border-line border-b bg-surface px-1.5 py-1 @3xl:max-w-[54rem] @3xl:rounded-md @3xl:border"
      >
        <div className="flex items-center">
          <Commands mask={mask} entries={pastCommands} />
          <Divider />
          <div ref={tools} className="min-w-0 flex-1">
            <ToolChoice mask={mask} tools={shown} least={least} onPicked={onPicked} />
          </div>
          {place !== 'tools' && <Commands mask={mask} entries={wholeCommands} />}
          <MaskMenu mask={mask} view={view} shown={shown} bar={place} onPicked={onPicked} />
        </div>
        <div className="flex h-10 items-center gap-x-3 overflow-hidden px-1 coarse:h-13">
          <ToolOptions mask={mask} view={view} cuts={cuts} room={width >= wideOptions ? 'wide' : 'narrow'} />
          {place === 'edge' && !frame && (
            <div className="ml-auto">
              <EdgeFields mask={mask} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

const Divider = () => <div aria-hidden="true" className="mx-1 h-6 w-px shrink-0 bg-line forced-colors:invisible" />

interface CommandEntry {
  readonly kind: 'undo' | 'redo' | 'invert' | 'clear'
  readonly name: string
  readonly icon: LucideIcon
  /** A fixed key, where the command is none of those whose keys can be changed. */
  readonly press?: string
}

const pastCommands: readonly CommandEntry[] = [
  { kind: 'undo', name: 'Undo', icon: Undo2, press: `${modifierName} Z` },
  { kind: 'redo', name: 'Redo', icon: Redo2, press: `${modifierName} Shift Z` },
]

const wholeCommands: readonly CommandEntry[] = [
  { kind: 'invert', name: 'Invert', icon: Contrast },
  { kind: 'clear', name: 'Clear', icon: Trash2 },
]

function isOff(kind: CommandEntry['kind'], mask: MaskDocument): boolean {
  if (kind === 'undo' || kind === 'redo') return !mask.can(kind)
  return kind === 'clear' && mask.editor.marked === 0
}

function Commands({ mask, entries }: { readonly mask: MaskDocument; readonly entries: readonly CommandEntry[] }) {
  usePageState(mask.state)
  const hint = useKeyHint()
  return (
    <div className="flex shrink-0">
      {entries.map(({ kind, name, icon, press }) => (
        <BarButton
          key={kind}
          name={name}
          title={`${name}${press === undefined ? hint(kind) : ` (${press})`}`}
          icon={icon}
          aria-disabled={isOff(kind, mask) || undefined}
          onClick={() => mask.do({ kind })}
        />
      ))}
    </div>
  )
}
