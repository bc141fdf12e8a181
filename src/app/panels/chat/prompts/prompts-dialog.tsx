import { Download, FlaskConical, Trash2 } from 'lucide-react'
import { useMemo, useReducer, useState } from 'react'
import { useLocation } from 'wouter'
import { type LibraryPrompt, libraryFile, type PromptVersion } from '#lab/prompts/saved-prompt.ts'
import { AlignedTexts } from '../../../history/compare/compare-runs.tsx'
import { SearchField } from '../../../history/list-fields.tsx'
import { UndoLine } from '../../../history/undo-line.tsx'
import { useUndo } from '../../../history/use-undo.ts'
import { addPlanHead } from '../../../lab/plan-drafts.ts'
import { addToLibrary, keepPromptVersion, libraryIn, promptPrefix, removePrompt } from '../../../lab/prompt-drafts.ts'
import { ledgerDrafts, useDraftsUnder } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { addressOf } from '../../../tool/panels.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveFile } from '../../../ui/files.ts'
import { counted, shortly } from '../../../ui/format.ts'
import { rowAfter } from '../../../ui/keys/key-press.ts'
import { Select } from '../../../ui/native-select.tsx'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import { shortTime } from '../../../ui/short-time.ts'
import type { Message } from '../compose/use-message.ts'
import { ImportPrompts } from './import-prompts.tsx'
import { putInUse } from './prompt-in-use.ts'
import { promptPlan } from './prompt-plan.ts'
import { nameOf, PromptText, promptText } from './prompt-preview.tsx'
import { SavePrompt } from './save-prompt.tsx'

interface PromptsDialogProps {
  readonly message: Message
  /** What it shows first: the list, or the saving of what is typed or of a turn. */
  readonly start: NonNullable<Message['library']>
  readonly onClose: () => void
}

const titles = { list: 'Prompts', save: 'Save prompt', turn: 'Save prompt', import: 'Import prompts' }

/** The library of prompts: to use, save, compare, import and export them. */
export function PromptsDialog({ message, start, onClose }: PromptsDialogProps) {
  const runs = useRuns()
  const [view, setView] = useState<keyof typeof titles>(typeof start === 'string' ? start : 'turn')
  const [changes, readAgain] = useReducer((count: number) => count + 1, 0)
  const found = useDraftsUnder(promptPrefix, changes)
  const library = useMemo(() => found && libraryIn(found), [found])
  const undo = useUndo()
  const failed = (error: unknown) => undo.push({ words: notSaved(error), isFailed: true })
  const toList = () => {
    readAgain()
    setView('list')
  }
  async function remove(prompt: LibraryPrompt): Promise<void> {
    const drafts = ledgerDrafts(runs)
    await removePrompt(drafts, prompt)
    readAgain()
    undo.push({
      words: `Deleted “${nameOf(prompt)}”.`,
      async undo() {
        await addToLibrary(drafts, [prompt])
        readAgain()
      },
    })
  }
  const prompts = library?.prompts ?? []
  return (
    <Dialog title={titles[view]} open onClose={onClose}>
      {(view === 'save' || view === 'turn') && library && (
        <SavePrompt
          {...{ message, library: prompts, onSaved: toList }}
          turn={view === 'turn' && typeof start !== 'string' ? start : undefined}
        />
      )}
      {view === 'import' && <ImportPrompts onAdded={toList} />}
      {view === 'list' && (
        <div className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap gap-2">
            <Button look={prompts.length > 0 ? 'outline' : 'primary'} onClick={() => setView('save')}>
              Save prompt
            </Button>
            <Button onClick={() => setView('import')}>Import</Button>
            {prompts.length > 0 && <Button onClick={() => save(prompts, 'prompts')}>Export all</Button>}
          </div>
          {library && (
            <PromptList
              {...{ prompts, message, onClose, readAgain, failed }}
              onRemove={(prompt) => void remove(prompt).catch(failed)}
            />
          )}
          {library && library.unreadable > 0 && (
            <p className="text-warning text-xs">
              {counted(library.unreadable, 'version')} of a newer Patchbay, or damaged, not shown.
            </p>
          )}
          <UndoLine of={undo} />
        </div>
      )}
    </Dialog>
  )
}

const save = (prompts: readonly LibraryPrompt[], name: string) =>
  saveFile(new Blob([libraryFile(prompts)], { type: 'application/json' }), `${name}.json`)

interface PromptListProps extends Omit<PromptsDialogProps, 'start'> {
  readonly prompts: readonly LibraryPrompt[]
  readonly onRemove: (prompt: LibraryPrompt) => void
  readonly readAgain: () => void
  /** Says why something could not be stored. */
  readonly failed: (error: unknown) => void
}

/** The prompts under a search. The arrows move through them while the search has the focus, Enter uses one. */
function PromptList({ prompts, message, onClose, ...details }: PromptListProps) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const words = search.trim().toLowerCase()
  const shown = prompts.filter((one) => {
    const last = one.versions.at(-1)
    return last && `${last.prompt.name}\n${promptText(last.prompt)}`.toLowerCase().includes(words)
  })
  const active = shown[Math.min(at, shown.length - 1)]
  function use({ versions }: LibraryPrompt, number = versions.length): void {
    const version = versions[number - 1]
    if (version) putInUse(message, version, number)
    onClose()
  }
  if (prompts.length === 0)
    return <p className="text-soft text-sm">No prompts yet. Save the message that you are writing, or import one.</p>
  return (
    <>
      <SearchField
        name="Search prompts"
        value={search}
        onText={(text) => {
          setSearch(text)
          setAt(0)
        }}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="prompt-list"
        aria-activedescendant={active && `prompt-${active.id}`}
        onKeyDown={(event) => {
          const next = rowAfter(event.key, shown.indexOf(active ?? { id: '', versions: [] }), shown.length)
          if (event.key === 'Enter' && active) use(active)
          else if (next === undefined || event.key === 'Home' || event.key === 'End') return
          else setAt(next)
          event.preventDefault()
        }}
      />
      <div id="prompt-list" role="listbox" aria-label="Prompts" className="max-h-48 overflow-y-auto">
        {shown.map((one, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search, which keeps the focus.
          <div
            key={one.id}
            id={`prompt-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={one === active}
            onClick={() => setAt(place)}
            onDoubleClick={() => use(one)}
            ref={one === active ? reveal : undefined}
            className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-surface coarse:min-h-11 ${one === active ? 'bg-surface outline-1 outline-cable -outline-offset-1' : ''}`}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
              {nameOf(one)}
            </span>
            <span className="shrink-0 text-faint text-xs">{counted(one.versions.length, 'version')}</span>
          </div>
        ))}
        {shown.length === 0 && <p className="text-soft text-sm">No matches</p>}
      </div>
      {active && <PromptDetails key={active.id} prompt={active} {...details} onUse={(number) => use(active, number)} />}
    </>
  )
}

const reveal = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

interface PromptDetailsProps extends Pick<PromptListProps, 'onRemove' | 'readAgain' | 'failed'> {
  readonly prompt: LibraryPrompt
  readonly onUse: (number: number) => void
}

/** One prompt: its versions, what it says, what a version changed, and what can be done with it. */
function PromptDetails({ prompt, onUse, onRemove, readAgain, failed }: PromptDetailsProps) {
  const runs = useRuns()
  const [, navigate] = useLocation()
  const { id, versions } = prompt
  const [chosen, choose] = useState<number>()
  const [isDiff, setDiff] = useState(false)
  const number = chosen ?? versions.length
  const version = versions[number - 1]
  const before = versions[number - 2]
  if (!version) return null
  async function again(content: PromptVersion): Promise<void> {
    const note = `Version ${number} again`
    await keepPromptVersion(ledgerDrafts(runs), id, { ...content, id: newId(), at: runs.page.clock.now(), note })
    choose(undefined)
    readAgain()
  }
  async function openLab(content: PromptVersion): Promise<void> {
    const plan = newId()
    await addPlanHead(ledgerDrafts(runs), plan, promptPlan(content.prompt), runs.page.clock.now())
    navigate(addressOf('lab', { plan }))
  }
  return (
    <section aria-label={nameOf(prompt)} className="grid grid-cols-1 gap-2 border-line border-t pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          look="small"
          aria-label="Version"
          value={number}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {versions
            .map((one, place) => (
              <option key={one.id} value={place + 1}>
                {[`Version ${place + 1}`, shortly(one.note, 60), shortTime(one.at)].filter(Boolean).join(' · ')}
              </option>
            ))
            .toReversed()}
        </Select>
        {before && (
          <Button small onClick={() => setDiff(!isDiff)}>
            {isDiff ? 'Whole text' : `Changes since ${number - 1}`}
          </Button>
        )}
        {number < versions.length && (
          <Button
            small
            title={`Save version ${number} as the newest`}
            onClick={() => void again(version).catch(failed)}
          >
            Use {number} again
          </Button>
        )}
      </div>
      {isDiff && before ? (
        <AlignedTexts left={promptText(before.prompt)} right={promptText(version.prompt)} />
      ) : (
        <PromptText prompt={version.prompt} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" onClick={() => onUse(number)}>
          Use prompt
        </Button>
        <Button icon={<FlaskConical size={16} />} onClick={() => void openLab(version).catch(failed)}>
          Run over rows…
        </Button>
        <Menu
          name={`More actions for ${nameOf(prompt)}`}
          items={[
            menuItem('Export', Download, () => save([prompt], 'prompt')),
            menuItem('Delete', Trash2, () => onRemove(prompt)),
          ]}
        />
      </div>
    </section>
  )
}
