import { Download, Trash2, Upload } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { isRecord, jsonIn } from '#contract/core/loose-json.ts'
import { localName } from '../../export/file-name.ts'
import { UndoLine } from '../../history/undo-line.tsx'
import { useUndo } from '../../history/use-undo.ts'
import { newId } from '../../run/new-id.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { lineLook } from '../../ui/box-look.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pickFiles, saveFile } from '../../ui/files.ts'
import { counted } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { textOfFile } from './import-tools.tsx'
import { readToolSet } from './read-tools.ts'
import type { ToolList } from './tool-list.ts'
import { savedSets, type ToolSet, toolSetFormat, toolSetOf } from './tool-sets.ts'

interface SavedSetsProps {
  readonly list: ToolList
  readonly onLoad: (set: ToolSet) => void
  readonly onClose: () => void
}

/** The tool sets of this browser: the list is saved as one, and replaced by one. */
export function SavedSets({ list, onLoad, onClose }: SavedSetsProps) {
  const id = useId()
  const saved = savedSets(useRuns())
  const [changes, setChanges] = useState(0)
  const found = useLoaded(() => saved.read().catch(() => []), [changes])
  // The last list stays until the next is there, with the focus that is in it.
  const [sets, setSets] = useState(found)
  if (found && found !== sets) setSets(found)
  const [name, setName] = useState('')
  const undo = useUndo()
  const failed = () => undo.push({ words: 'The browser could not store the tool set.', isFailed: true })
  const write = async (key: string, set: ToolSet | undefined) => {
    await saved.write(key, set)
    setChanges((count) => count + 1)
  }
  const namesake = sets?.find(([, set]) => set.name === name.trim())
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '')
      write(namesake?.[0] ?? newId(), toolSetOf(name.trim(), list)).then(() => setName(''), failed)
  }
  const take = async (file: File | undefined) => {
    const content = file && (await textOfFile(file))
    if (!content) return
    const value = 'text' in content ? jsonIn(content.text) : undefined
    const read = isRecord(value) && value.format === toolSetFormat ? readToolSet(value) : { error: 'Not a tool set.' }
    const error = 'error' in content ? content.error : 'error' in read ? read.error : undefined
    if (error !== undefined || 'error' in read) return undo.push({ words: error ?? '', isFailed: true })
    await write(newId(), read.set).catch(failed)
  }
  const foot = (
    <Button
      icon={<Upload size={16} />}
      onClick={() => pickFiles({ accept: '.json,application/json', count: 'one' }, ([file]) => void take(file))}
    >
      Import tool set…
    </Button>
  )
  return (
    <Dialog title="Tool sets" open onClose={onClose} foot={foot}>
      <div className="grid grid-cols-1 gap-4">
        <form className="flex items-end gap-2" onSubmit={save}>
          <label htmlFor={id} className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 text-sm">
            Save the {counted(list.tools.length, 'tool')} of the list as
            <input
              id={id}
              className={lineLook}
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <Button type="submit" disabled={name.trim() === '' || list.tools.length === 0}>
            {namesake ? 'Replace' : 'Save'}
          </Button>
        </form>
        <UndoLine of={undo} />
        {sets?.length === 0 && <p className="py-4 text-center text-faint text-sm">No saved tool sets.</p>}
        {sets && sets.length > 0 && (
          <ul aria-label="Saved tool sets">
            {sets.map(([key, set]) => (
              <SavedSet
                key={key}
                set={set}
                onLoad={() => onLoad(set)}
                onRename={(next) => void write(key, { ...set, name: next }).catch(failed)}
                onDelete={() => {
                  write(key, undefined).catch(failed)
                  undo.push({ words: `${set.name} deleted.`, undo: () => write(key, set) })
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface SavedSetProps {
  readonly set: ToolSet
  readonly onLoad: () => void
  readonly onRename: (name: string) => void
  readonly onDelete: () => void
}

function SavedSet({ set, onLoad, onRename, onDelete }: SavedSetProps) {
  const { name, tools } = set
  const [typed, setTyped] = useState(name)
  const rename = () => {
    const next = typed.trim()
    if (next === '') setTyped(name)
    else if (next !== name) onRename(next)
  }
  const save = () =>
    saveFile(new Blob([JSON.stringify(set, null, 2)], { type: 'application/json' }), localName(`${name}.json`))
  return (
    <li className="flex flex-wrap items-center gap-x-1 gap-y-1 border-line border-b py-2 last:border-b-0">
      <input
        aria-label={`Name of ${name}`}
        className={`${lineLook} w-40! flex-1`}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={rename}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
      />
      <span className="px-2 text-faint text-xs">{counted(tools.length, 'tool')}</span>
      <Button small onClick={onLoad} aria-label={`Load ${name}`}>
        Load
      </Button>
      <IconButton name={`Export ${name}`} icon={<Download size={16} />} onClick={save} />
      <IconButton name={`Delete ${name}`} icon={<Trash2 size={16} />} onClick={onDelete} />
    </li>
  )
}
