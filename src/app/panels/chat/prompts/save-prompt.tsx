import { useState } from 'react'
import { listOf, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { variablesIn } from '#lab/cells.ts'
import { type LibraryPrompt, type PromptVariable, type SavedPrompt, variableTypes } from '#lab/prompts/saved-prompt.ts'
import { keepPromptVersion } from '../../../lab/prompt-drafts.ts'
import { ledgerDrafts } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import type { Run } from '../../../run/run.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { lineLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { shortly } from '../../../ui/format.ts'
import { Select } from '../../../ui/native-select.tsx'
import { parametersOf } from '../compose/chat-draft.ts'
import type { Message } from '../compose/use-message.ts'
import { attachmentsOf, readTurn, type TurnItem, userItem } from '../turn/turn.ts'
import { type PromptInUse, readInUse } from './prompt-in-use.ts'
import { nameOf } from './prompt-preview.tsx'

interface SavePromptProps {
  readonly message: Message
  /** Saved in place of what is typed. */
  readonly turn: Run | undefined
  readonly library: readonly LibraryPrompt[]
  readonly onSaved: () => void
}

/** What is in the form and the message box, with the prompt in use. */
const typedSource = ({ typed, toolForm, attachments }: Message, inUse: PromptInUse | undefined) => ({
  request: toolForm.form.request,
  messages: [...(inUse?.messages ?? []), ...(typed.text.trim() === '' ? [] : [userItem(typed.text)])],
  hasFiles: attachments.count > 0,
})

/** What was sent in a turn, without its files. @internal */
export function turnSource(run: Pick<Run, 'turn' | 'request' | 'model'>) {
  const said = readTurn(run.turn).filter(({ type }) => type === 'message')
  const hasText = (part: unknown) => typeof recordOf(part).text === 'string'
  const whole = said.map((item): TurnItem => ({ ...item, content: listOf(item.content).filter(hasText) }))
  const messages = whole.filter(({ content }) => listOf(content).length > 0)
  return { request: parametersOf(run) ?? { model: run.model }, messages, hasFiles: attachmentsOf(said).length > 0 }
}

/** Saves what is in the form and the message box, or what was sent, as a new prompt, or as the next version of one. */
export function SavePrompt({ message, turn, library, onSaved }: SavePromptProps) {
  const runs = useRuns()
  const { typed } = message
  const inUse = turn ? undefined : readInUse(typed.prompt)
  const { request, messages, hasFiles } = turn ? turnSource(turn) : typedSource(message, inUse)
  const newest = (id: string) => library.find((one) => one.id === id)?.versions.at(-1)?.prompt
  const [into, setInto] = useState(
    library.find(({ versions }) => versions.at(-1)?.prompt.name === inUse?.name)?.id ?? '',
  )
  const [name, setName] = useState(newest(into)?.name ?? '')
  const [note, setNote] = useState('')
  const [changed, setChanged] = useState<SavedPrompt['variables']>({})
  const [problem, setProblem] = useState<string>()
  const { instructions, previous_response_id: _, ...parameters } = request
  const names = variablesIn([instructions, messages])
  const variables = Object.fromEntries(
    names.map((one): [string, PromptVariable] => [
      one,
      ownOf(changed, one) ?? ownOf(inUse?.variables, one) ?? ownOf(newest(into)?.variables, one) ?? { type: 'text' },
    ]),
  )
  const isEmpty = stringOf(instructions) === '' && messages.length === 0
  async function save(): Promise<void> {
    const prompt = { name: name.trim(), instructions: stringOf(instructions), variables, parameters }
    const saved = {
      ...prompt,
      messages: messages.map((item) => ({ ...item, type: 'message' as const, role: stringOf(item.role) })),
    }
    const version = { id: newId(), at: runs.page.clock.now(), note: note.trim(), prompt: saved }
    await keepPromptVersion(ledgerDrafts(runs), into || newId(), version)
    const number = (library.find(({ id }) => id === into)?.versions.length ?? 0) + 1
    // What is in the box is the prompt now, and its placeholders are asked for.
    const earlier = saved.messages.slice(0, inUse?.messages.length ?? 0)
    if (names.length > 0 && !turn)
      typed.setPrompt({
        ...{ name: prompt.name, number, words: typed.text, messages: earlier },
        ...{ variables, values: inUse?.values ?? {} },
      } satisfies PromptInUse)
    onSaved()
  }
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch((error: unknown) => setProblem(notSaved(error)))
      }}
    >
      <p className="text-soft text-xs">
        Saves the message with its placeholders, the instructions and the parameters.
        {hasFiles && ' Attached files are not saved: write {{name}} where one belongs.'}
      </p>
      {library.length > 0 && (
        <Select
          aria-label="Save as"
          value={into}
          onChange={({ target }) => {
            setInto(target.value)
            setName(newest(target.value)?.name ?? name)
          }}
        >
          <option value="">New prompt</option>
          {library.map((one) => (
            <option key={one.id} value={one.id}>
              Version {one.versions.length + 1} of {nameOf(one)}
            </option>
          ))}
        </Select>
      )}
      <label className="grid grid-cols-1 gap-1 text-xs">
        Name
        <input
          // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
          autoFocus
          className={lineLook}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label className="grid grid-cols-1 gap-1 text-xs">
        Note
        <input
          className={lineLook}
          value={note}
          placeholder="What is new"
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {names.map((one) => (
        <VariableRow
          key={one}
          name={one}
          variable={ownOf(variables, one) ?? { type: 'text' }}
          onChange={(next) => setChanged({ ...changed, [one]: next })}
        />
      ))}
      <div className="flex items-center justify-end gap-2">
        <p role="alert" className="min-w-0 flex-1 text-danger text-xs">
          {problem ?? (isEmpty ? 'Type a message or instructions first.' : undefined)}
        </p>
        <Button type="submit" look="primary" disabled={isEmpty || name.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}

interface VariableRowProps {
  readonly name: string
  readonly variable: PromptVariable
  readonly onChange: (variable: PromptVariable) => void
}

/** A placeholder: of which type it is, and its default. */
function VariableRow({ name, variable, onChange }: VariableRowProps) {
  const title = shortly(name, 40)
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs">
      <span className="min-w-24 flex-1 truncate font-mono">{`{{${title}}}`}</span>
      <Select
        look="small"
        aria-label={`Type of ${title}`}
        value={variable.type}
        onChange={({ target }) =>
          onChange({ ...variable, type: variableTypes.find((one) => one === target.value) ?? 'text' })
        }
      >
        {variableTypes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      {variable.type !== 'file' && (
        <input
          aria-label={`Default of ${title}`}
          placeholder="Default"
          value={variable.default ?? ''}
          onChange={({ target }) => onChange({ ...variable, default: target.value })}
          className={`${lineLook} max-w-48`}
        />
      )}
    </div>
  )
}
