import { useRef, useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { Run } from '../../../run/run.ts'
import type { RunDraft } from '../../../run/run-draft.ts'
import { useSending } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { early, type ToolFormState } from '../../../tool/use-tool-form.ts'
import { inputAfter } from '../turn/conversation.ts'
import { picturesOf, type TurnItem, typedWords } from '../turn/turn.ts'

/** The first words of a turn, as a title. */
const turnTitle = (turn: readonly TurnItem[]) =>
  typedWords(turn).trim().replace(/\s+/g, ' ').slice(0, 80) || (picturesOf(turn).length > 0 ? 'Images' : 'Tool results')

/** What all turns have in common. */
interface Frame extends Pick<RunDraft, 'connection' | 'thread'> {
  readonly toolForm: ToolFormState
  /** The form belongs to the conversation. Nothing is sent with the parameters of another one. */
  readonly isHeld: boolean
}

/** Sends a turn after the runs before it. `onSent` is called with the id of the started run. */
export function useSend({ toolForm, isHeld, ...frame }: Frame, onSent: (id: string) => void) {
  const { form, priceFor, awaitsModel } = toolForm
  const { held, dismiss, press } = useSending()
  const afterwards = useRef<() => void>(undefined)
  const [isEarly, setEarly] = useState(false)

  async function go(draft: RunDraft, done: (() => void) | undefined): Promise<void> {
    afterwards.current = done
    const id = await press(draft)
    if (id === undefined) return
    onSent(id)
    done?.()
  }

  function draftOf(
    request: JsonRecord,
    before: readonly Run[],
    turn: readonly TurnItem[],
    more: Pick<RunDraft, 'repeats' | 'files' | 'filesOf'>,
  ): RunDraft {
    const parent = before.at(-1)?.id
    return {
      ...{ ...frame, model: String(request.model ?? ''), price: priceFor(request) },
      ...{ endpoint: chatTool.endpoint, tool: chatTool.id },
      request: { ...request, input: inputAfter(before, turn) },
      title: turnTitle(turn),
      turn,
      ...(parent !== undefined && { parent }),
      ...more,
      // The newest has them all.
      filesOf: [...(more.filesOf ?? []), ...before.map(({ id }) => id).reverse()],
    }
  }

  /** `more` says what else is known of this send: the run it repeats, and where its files are. */
  function send(
    before: readonly Run[],
    turn: readonly TurnItem[],
    more: Pick<RunDraft, 'repeats' | 'files' | 'filesOf'> = {},
    done?: () => void,
  ): void {
    setEarly(awaitsModel)
    if (awaitsModel || !isHeld) return
    form.submit((request) => void go(draftOf(request, before, turn, more), done))
  }

  return {
    held,
    dismiss,
    send,
    draftOf,
    /** Why the last press did not send. */
    problem: isEarly ? early : undefined,
    /** Sends a draft that was held back because of an equal run, `repeats`. */
    insist: (draft: RunDraft, repeats: string) => void go({ ...draft, repeats }, afterwards.current),
  }
}
