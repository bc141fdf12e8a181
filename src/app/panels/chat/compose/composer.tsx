import { type ReactNode, Suspense, useState } from 'react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { DropPlace } from '../../../files/drop-place.tsx'
import { NotReady } from '../../../form/request-notes.tsx'
import { useRuns } from '../../../run/use-runs.tsx'
import { ModelNote } from '../../../tool/models/model-note.tsx'
import { StorageNotice } from '../../../tool/storage-notice.tsx'
import { useActions } from '../../../ui/actions.ts'
import { Boundary } from '../../../ui/boundary.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { OverPage } from '../../../ui/missing-note.tsx'
import { useOnStage } from '../../../ui/on-stage.ts'
import { useAreParametersAway } from '../../../ui/panel-layout.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import type { ChatColumns } from '../columns/chat-columns.ts'
import { lastWords } from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { MessageBox } from './message-box.tsx'
import type { Message } from './use-message.ts'
import { type Turns, thenType } from './use-turns.ts'

const ComposerNotes = retriable(async () => (await import('./composer-notes.tsx')).ComposerNotes)
const PromptValues = retriable(async () => (await import('../prompts/prompt-values.tsx')).PromptValues)
const PromptsDialog = retriable(async () => (await import('../prompts/prompts-dialog.tsx')).PromptsDialog)
const StateLine = retriable(async () => (await import('./state-line.tsx')).StateLine)
const ParameterChips = retriable(async () => (await import('./parameter-chips.tsx')).ParameterChips)

const noLine = <span>&nbsp;</span>

interface ComposerProps {
  readonly conversation: OpenConversation
  readonly message: Message
  readonly turns: Turns
  readonly state: ChatColumns
  /** Beside the button that sends, and off where that one is. */
  readonly children?: (isOff: boolean) => ReactNode
}

/** The message box, preceded by the reasons that prevent sending. */
export function Composer({ conversation, message, turns, state, children }: ComposerProps) {
  const { path, running, asked, elsewhere, isAnswered } = conversation
  const { toolForm, loan, typed, attachments, library, setLibrary } = message
  const { files, incoming, opened, attach } = attachments
  const { form, card } = toolForm
  const { stop } = useRuns()
  const connection = useConnection()
  const fit = opened?.fitOf(files, card)
  const [lacks, setLacks] = useState<string>()
  // On the stage, whose drafts are its own, the library is empty, and what is saved would be lost.
  const hasLibrary = useOnStage() === undefined
  useActions([
    { name: 'Prompts', run: () => setLibrary('list') },
    { name: 'Save prompt', run: () => setLibrary('save') },
  ])
  const isOff =
    (typed.prompt !== undefined && lacks !== '') || fit?.status === 'refused' || form.errors.tools !== undefined
  const problem = attachments.problem ?? turns.problem
  /** The run that the form is as it was sent with, until the next turn. */
  const reopened = path.slice(-1).find(({ id }) => id === loan.borrowed?.run)
  const areParametersAway = useAreParametersAway()
  return (
    <div className="shrink-0 border-line border-t">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-2 px-4 py-3 md:px-6">
        {(turns.held ||
          asked.length > 0 ||
          form.request.tools ||
          loan.borrowed?.example ||
          loan.borrowed?.prompt ||
          reopened ||
          path.at(-1)?.batch) && (
          <Suspense>
            <ComposerNotes {...{ conversation, message, turns, state, reopened, connection }} />
          </Suspense>
        )}
        <NotReady form={form} />
        {(state.columns ? [] : elsewhere).map((run) => (
          <p key={run.id} className="flex items-center gap-3 text-soft text-xs">
            {path.includes(run) ? 'An earlier answer' : 'An answer on another branch'} is still streaming: {run.title}
            <Button look="quiet" onClick={thenType(() => void stop(run.id))}>
              {path.includes(run) ? 'Stop earlier answer' : 'Stop other branch'}
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
        {typed.prompt !== undefined && (
          <Suspense>
            <PromptValues message={message} turns={turns} onLacks={setLacks} />
          </Suspense>
        )}
        <MessageBox
          text={typed.text}
          onText={typed.setText}
          running={running !== undefined}
          onSend={() => turns.send()}
          onStop={conversation.stop}
          last={lastWords(path)}
          price={[toolForm.price, connection.name].filter(Boolean).join(' · ')}
          state={
            path.length > 0 && (
              <Boundary of={path.length} fallback={() => noLine}>
                <Suspense fallback={noLine}>
                  {isAnswered ? <StateLine {...{ path, message, running, connection }} /> : noLine}
                </Suspense>
              </Boundary>
            )
          }
          onFiles={attach}
          onPrompts={hasLibrary ? setLibrary : undefined}
          isOff={isOff}
          beside={children?.(isOff)}
        >
          {opened && fit && <opened.View {...{ tray: opened.tray, files, incoming, fit }} />}
        </MessageBox>
        {library && (
          <OverPage>
            <Suspense>
              <PromptsDialog message={message} start={library} onClose={() => setLibrary(undefined)} />
            </Suspense>
          </OverPage>
        )}
        <DropPlace onFiles={attach} says="Drop files to attach them" />
      </div>
    </div>
  )
}
