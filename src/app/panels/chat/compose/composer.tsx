import { Suspense } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { DropPlace } from '../../../files/drop-place.tsx'
import { NotReady } from '../../../form/request-notes.tsx'
import type { Run } from '../../../run/run.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { ModelNote } from '../../../tool/models/model-note.tsx'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { grouped } from '../../../ui/format.ts'
import { useAreParametersAway } from '../../../ui/panel-layout.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import { lastWords } from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { MessageBox } from './message-box.tsx'
import type { Message } from './use-message.ts'
import { type Turns, thenType } from './use-turns.ts'

const ComposerNotes = retriable(async () => (await import('./composer-notes.tsx')).ComposerNotes)
const ParameterChips = retriable(async () => (await import('./parameter-chips.tsx')).ParameterChips)

interface ComposerProps {
  readonly conversation: OpenConversation
  readonly message: Message
  readonly turns: Turns
}

/** The message box, preceded by the reasons that prevent sending. */
export function Composer({ conversation, message, turns }: ComposerProps) {
  const { path, running, asks, elsewhere } = conversation
  const { toolForm, loan, typed, pictures } = message
  const { files, incoming, opened, attach } = pictures
  const { form, card } = toolForm
  const { stop } = useRuns()
  const connection = useConnection()
  const problem = pictures.problem ?? turns.problem
  /** The run that the form is as it was sent with, until the next turn. */
  const reopened = path.slice(-1).find(({ id }) => id === loan.borrowed?.run)
  const areParametersAway = useAreParametersAway()
  return (
    <div className="shrink-0 border-line border-t">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 px-4 py-3 md:px-6">
        {(turns.held || asks || form.request.tools || loan.borrowed?.example || reopened) && (
          <Suspense>
            <ComposerNotes {...{ conversation, message, turns, reopened, connection }} />
          </Suspense>
        )}
        <NotReady form={form} />
        {elsewhere.map((run) => (
          <p key={run.id} className="flex items-center gap-3 text-soft text-xs">
            An answer on another branch is still streaming: {run.title}
            <Button look="quiet" onClick={thenType(() => void stop(run.id))}>
              Stop other branch
            </Button>
          </p>
        ))}
        <StorageNotice />
        <ConnectionNotes />
        <ModelNote name={connection.name} choice={toolForm.choice} />
        {problem && (
          <p role="alert" className="text-warning text-xs">
            {problem}
          </p>
        )}
        {areParametersAway && (
          <Suspense>
            <ParameterChips form={form} />
          </Suspense>
        )}
        <MessageBox
          text={typed.text}
          onText={typed.setText}
          running={running !== undefined}
          onSend={() => turns.send()}
          onStop={conversation.stop}
          last={lastWords(path)}
          price={`${toolForm.price} · ${connection.name}`}
          context={contextUse(path, card)}
          onFiles={attach}
        >
          {opened && <opened.View tray={opened.tray} files={files} incoming={incoming} card={card} />}
        </MessageBox>
        <DropPlace onFiles={attach} />
      </div>
    </div>
  )
}

/**
 * The tokens of a conversation, counted by the router at its last answer, against the context window of the model: `3,210 of 128,000
 * tokens`. What is not reported is left out; undefined where no tokens are.
 */
export function contextUse(path: readonly Pick<Run, 'result'>[], card: ModelCard | undefined): string | undefined {
  const usage = path.findLast(({ result }) => result.usage?.input !== undefined)?.result.usage
  if (usage?.input === undefined) return undefined
  const used = `${usage.estimated ? 'about ' : ''}${grouped(usage.input + (usage.output ?? 0))}`
  const room = card?.context
  return room === undefined ? `Context: ${used} tokens` : `Context: ${used} of ${grouped(room)} tokens`
}
