import { Copy, Layers, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../form/controls/control.ts'
import { JsonControl } from '../../form/controls/json.tsx'
import { readJson } from '../../form/form-values.ts'
import { toolFaults, toolName } from '../../form/schema/request-faults.ts'
import { UndoLine } from '../../history/undo-line.tsx'
import { useUndo } from '../../history/use-undo.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Tick } from '../../ui/choice.tsx'
import { counted } from '../../ui/format.ts'
import { mainControl } from '../../ui/keys/first-field.ts'
import { OverPage } from '../../ui/missing-note.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { Menu, menuItem } from '../../ui/popup/menu.tsx'
import { retriable } from '../../ui/retriable.tsx'
import {
  copiedTool,
  newTool,
  sayFault,
  sentTools,
  shownTools,
  toolKind,
  toolTitle,
  unreadWords,
  withTools,
} from './listed-tools.ts'
import { type ListedTool, type ToolList, toolListOf, withRenamed } from './tool-list.ts'
import { listOfSet } from './tool-sets.ts'

const ToolEditor = retriable(async () => (await import('./tool-editor.tsx')).ToolEditor)
const ImportTools = retriable(async () => (await import('./import-tools.tsx')).ImportTools)
const SavedSets = retriable(async () => (await import('./saved-sets.tsx')).SavedSets)

/** Rows that are drawn at once: thousands would take seconds. */
const page = 100

interface ToolsControlProps extends ControlProps {
  /** What is open first. */
  readonly start: 'new' | 'import' | undefined
  /** Called when the list is stored. */
  readonly onKept: () => void
}

/** The tools of a request and those that are off as a list; as JSON where the field holds something else. */
export function ToolsControl(props: ToolsControlProps) {
  const { value, entry } = props
  const isOdd = value !== undefined && !Array.isArray(value)
  const isUnread = typeof entry === 'string' && readJson(entry).kind === 'unreadable'
  return isOdd || isUnread ? <JsonControl {...props} /> : <ToolsOfRequest {...props} />
}

function ToolsOfRequest({
  field,
  labelId,
  describedBy,
  value,
  entry,
  disabled,
  enter,
  start,
  onKept,
}: ToolsControlProps) {
  const { list, change } = toolListOf(useRuns())
  const stored = usePageState(list)
  const tools = useMemo(() => shownTools(stored?.tools ?? [], value, entry), [stored, value, entry])
  const faults = useMemo(() => toolFaults(value), [value])
  /** The place of the tool that is edited, or what else is open. */
  const [open, setOpen] = useState<number | 'new' | 'import' | 'sets' | undefined>(start)
  const [shown, setShown] = useState(page)
  const undo = useUndo()
  const add = useRef<HTMLButtonElement>(null)
  if (!stored) return null

  function put(next: readonly ListedTool[], mocks?: ToolList['mocks']): void {
    onKept()
    change((now) => ({ tools: next, mocks: mocks ?? now.mocks }))
    const { raw, reading } = sentTools(next)
    enter(raw, reading)
  }
  /** A change that is made again by hand; to undo one before it would lose this one. */
  function edit(...change: Parameters<typeof put>): void {
    undo.dismiss()
    put(...change)
  }
  function replace(words: string, next: readonly ListedTool[], mocks?: ToolList['mocks']): void {
    undo.push({ words, undo: async () => put(tools, stored?.mocks) })
    put(next, mocks)
  }
  const edited = typeof open === 'number' ? tools[open] : open === 'new' ? newTool : undefined
  function close(): void {
    setOpen(undefined)
    requestAnimationFrame(() => {
      // What opened it first belonged to a form without tools and is gone.
      if (!document.activeElement?.matches('button')) add.current?.focus()
      // The browser gives the focus back without scrolling; a longer list has moved the button.
      document.activeElement?.scrollIntoView({ block: 'nearest' })
    })
  }
  const on = tools.filter((tool) => tool.on)
  const said = new Map(faults.toReversed().map((fault) => [on[fault.at], sayFault(fault)]))
  const wordsOf = (tool: ListedTool) => unreadWords(tool) ?? said.get(tool)
  return (
    <fieldset
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      disabled={disabled}
      className="grid min-w-0 grid-cols-1 gap-2"
    >
      {tools.length > 0 && (
        <ul aria-label={field.title} className="grid grid-cols-1">
          {tools.slice(0, shown).map((tool, at) => (
            <ToolRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name is being typed
              key={at}
              tool={tool}
              words={wordsOf(tool)}
              onTool={(next) => edit(tools.with(at, next))}
              onEdit={() => setOpen(at)}
              onCopy={() => edit(tools.toSpliced(at + 1, 0, copiedTool(tools, tool)))}
              onRemove={() => replace(`${toolTitle(tool.definition)} removed.`, tools.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {tools.length > shown && (
        <Button small className="justify-self-start" onClick={() => setShown(shown + page)}>
          Show {Math.min(page, tools.length - shown)} of {counted(tools.length - shown, 'more tool')}
        </Button>
      )}
      <UndoLine of={undo} />
      <div className="flex flex-wrap gap-2">
        <Button ref={add} small icon={<Plus size={16} />} {...mainControl} onClick={() => setOpen('new')}>
          Add tool
        </Button>
        <Button small onClick={() => setOpen('import')}>
          Import
        </Button>
        <IconButton name="Tool sets" icon={<Layers size={16} />} onClick={() => setOpen('sets')} />
      </div>
      {open !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl or ⌘ with Enter would run the tool behind the dialog.
        <div className="contents" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
          <OverPage>
            <Suspense>
              {edited && (
                <ToolEditor
                  tool={edited}
                  words={wordsOf(edited)}
                  onTool={(next) => {
                    const at = typeof open === 'number' ? open : tools.length
                    const names = [edited, next].map(({ definition }) => toolName(definition))
                    edit(tools.toSpliced(at, 1, next), withRenamed(stored.mocks, names[0], names[1]))
                    setOpen(at)
                  }}
                  onClose={close}
                />
              )}
              {open === 'import' && (
                <ImportTools
                  onImport={(set) => {
                    const { tools: more, mocks } = listOfSet(set, stored.mocks)
                    replace(`${counted(more.length, 'tool')} imported.`, withTools(tools, more), mocks)
                    close()
                  }}
                  onClose={close}
                />
              )}
              {open === 'sets' && (
                <SavedSets
                  list={{ tools, mocks: stored.mocks }}
                  onLoad={(set) => {
                    const next = listOfSet(set, stored.mocks)
                    replace(`${set.name} loaded.`, next.tools, next.mocks)
                    close()
                  }}
                  onClose={close}
                />
              )}
            </Suspense>
          </OverPage>
        </div>
      )}
    </fieldset>
  )
}

interface ToolRowProps {
  readonly tool: ListedTool
  /** What is wrong with it. */
  readonly words: string | undefined
  readonly onTool: (tool: ListedTool) => void
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

function ToolRow({ tool, words, onTool, onEdit, onCopy, onRemove }: ToolRowProps) {
  const title = toolTitle(tool.definition)
  const kind = toolKind(tool.definition)
  return (
    <li className="border-line border-b py-0.5 first:border-t">
      <div className="flex items-center">
        <Tick
          isOn={tool.on}
          onChange={(on) => onTool({ ...tool, on })}
          className="min-h-8 min-w-0 flex-1 gap-2 text-sm coarse:min-h-11"
        >
          <span className={`truncate font-mono text-xs ${tool.on ? '' : 'text-faint'}`} title={title}>
            {title}
          </span>
          {kind !== title && <span className="shrink-0 text-2xs text-faint">{kind}</span>}
        </Tick>
        <IconButton
          name={`Edit ${title}`}
          icon={<Pencil size={14} />}
          // A press on Send that a fault holds back leads here.
          {...(words !== undefined && mainControl)}
          onClick={onEdit}
        />
        <Menu
          name={`Actions for ${title}`}
          items={[menuItem('Duplicate', Copy, onCopy), { ...menuItem('Remove', Trash2, onRemove), danger: true }]}
        />
      </div>
      {words !== undefined && (
        <p role="alert" className="flex gap-1.5 pb-1 text-danger text-xs">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" />
          {words}
        </p>
      )}
    </li>
  )
}
