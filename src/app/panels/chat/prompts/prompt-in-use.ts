import * as z from 'zod/mini'
import { anyKeyRecord } from '#contract/core/any-key-record.ts'
import { listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { fill, variablesIn } from '#lab/cells.ts'
import { filledMessages, lackingValues, promptRow, promptValue } from '#lab/prompts/fill-prompt.ts'
import { type PromptVersion, promptMessages, promptVariables } from '#lab/prompts/saved-prompt.ts'
import type { RequestDraft } from '../../../form/request-draft.ts'
import type { useBorrowed } from '../../../tool/use-borrowed.ts'
import type { ToolFormState } from '../../../tool/use-tool-form.ts'
import type { useAttachments } from '../attachments/use-attachments.ts'
import type { useTyped } from '../compose/chat-draft.ts'
import { messageWords, type TurnItem, userItem } from '../turn/turn.ts'

/** A prompt whose texts are in the form and the message box, and what was typed for its placeholders. Kept in the panel's draft. */
const PromptInUse = z.object({
  name: z.string(),
  number: z.number(),
  /** What it put into the message box. */
  words: z.string(),
  /** What it says before that. */
  messages: promptMessages,
  variables: promptVariables,
  values: anyKeyRecord(z.string()),
})
export type PromptInUse = Readonly<z.infer<typeof PromptInUse>>

/** What a prompt is put into, as the panel's message has it. */
interface PromptPlace {
  readonly toolForm: Pick<ToolFormState, 'form'>
  readonly loan: ReturnType<typeof useBorrowed>
  readonly typed: ReturnType<typeof useTyped>
  readonly attachments: ReturnType<typeof useAttachments>
}

export const readInUse = (stored: unknown): PromptInUse | undefined => z.safeParse(PromptInUse, stored).data

const isTextOnly = (item: TurnItem) => listOf(item.content).every((part) => typeof recordOf(part).text === 'string')

/** Puts a prompt into the form and, before what is typed there, into the message box. */
export function putInUse({ typed, loan }: PromptPlace, { prompt }: PromptVersion, number: number): void {
  const { name, instructions, variables, parameters } = prompt
  const last = prompt.messages.at(-1)
  const isTyped = last?.role === 'user' && isTextOnly(last)
  const words = isTyped ? messageWords(last) : ''
  const messages = isTyped ? prompt.messages.slice(0, -1) : prompt.messages
  const fields = { ...parameters, ...(instructions !== '' && { instructions }) }
  typed.setText((now) => [words, now].filter(Boolean).join('\n'))
  typed.setPrompt({ name, number, words, messages, variables, values: {} } satisfies PromptInUse)
  if (Object.keys(fields).length > 0) loan.put({ ...loan.own, ...fields }, { prompt: name })
}

/** The placeholders that the next message has, and those of them without a value. */
export function placeholdersOf({ toolForm, attachments }: PromptPlace, inUse: PromptInUse, words: string) {
  const texts = [toolForm.form.request.instructions, inUse.messages, words]
  const files = attachments.files.map(({ name }) => name)
  return { texts, names: variablesIn(texts), lacks: lackingValues(texts, inUse.variables, inUse.values, files) }
}

/** The files of a message as they are sent, their parts in the same order. */
type Attached = NonNullable<Awaited<ReturnType<PromptPlace['attachments']['message']>>>

/**
 * The next turn with its placeholders filled, and the function that fills the instructions of a request; undefined where a value is
 * missing. Once it is sent the form has what was sent.
 */
export function withPrompt(
  message: PromptPlace & { readonly results: readonly TurnItem[] },
  stored: unknown,
  words: string,
  attached: Attached,
) {
  const inUse = readInUse(stored)
  if (!inUse) return undefined
  const { texts, names, lacks } = placeholdersOf(message, inUse, words)
  if (lacks.length > 0) return undefined
  const { variables, values } = inUse
  const row = promptRow(texts, variables, values)
  const parts = new Map<string, Attached['parts'][number]>()
  for (const name of names) {
    const at = attached.files.findIndex((file) => file.name === promptValue(name, variables, values))
    const part = ownOf(variables, name)?.type === 'file' ? attached.parts[at] : undefined
    if (part) parts.set(name, part)
  }
  const rest = attached.parts.filter((part) => ![...parts.values()].includes(part))
  const said = words.trim() !== '' || rest.length > 0 ? [userItem(words, rest)] : []
  const fillIn = (request: RequestDraft): RequestDraft =>
    typeof request.instructions === 'string' ? { ...request, instructions: fill(request.instructions, row) } : request
  return {
    ...attached,
    turn: [...message.results, ...filledMessages<TurnItem>([...inUse.messages, ...said], row, parts)],
    fill: fillIn,
    sent() {
      attached.sent()
      message.typed.setPrompt(undefined)
      const { form } = message.toolForm
      const { borrowed, put } = message.loan
      if (borrowed?.prompt && variablesIn(form.draft.instructions).length > 0)
        put(fillIn(form.draft), { prompt: borrowed.prompt })
    },
  }
}
