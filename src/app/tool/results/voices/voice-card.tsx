import { AudioLines, Bookmark, BookmarkCheck, BookmarkX, Download, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { Run } from '../../../run/run.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import { retriable } from '../../../ui/retriable.tsx'
import type { Playback } from '../../../view/media/player/playback.ts'
import { promptOf } from '../../asked.ts'
import { useHandOver } from '../../hand-over.ts'
import { speechTool } from '../../tools.ts'
import { useInlineForm, VoiceForm, VoiceId } from '../../voices/voice-form.tsx'
import { isVoice, removeVoice, type SavedVoice, saveVoices, voiceLibrary } from '../../voices/voice-library.ts'
import type { VoicePreview } from '../../voices/voice-previews.ts'
import type { Comparing } from '../picked.ts'
import type { ResultFile } from '../result-file.ts'
import { savedFile } from '../saved-file.ts'
import { SoundActions } from '../sound/sound-actions.tsx'

const SoundPlayer = retriable(async () => (await import('../../../view/media/sound/sound-player.tsx')).SoundPlayer)

interface VoiceCardProps {
  readonly run: Run
  readonly preview: VoicePreview
  readonly at: number
  readonly file: ResultFile['file'] | undefined
  readonly isRead: boolean
  readonly playback: Playback | undefined
  readonly comparing: Comparing | undefined
}

/** As high as the player of a voice, so that nothing moves when it comes. */
const playerPlace = <div className="min-h-31 coarse:min-h-36" />

export function VoiceCard({ run, preview, at, file, isRead, playback, comparing }: VoiceCardProps) {
  const { id, seconds, language } = preview
  const saved = useSaved(run, id)
  const hint = useLetterHint()(`${at + 1}`).keys
  const title = saved?.name ?? `Voice ${at + 1}`
  const facts = [language, seconds !== undefined && `${seconds.toFixed(1)} s`].filter(Boolean).join(' · ')
  return (
    <li
      aria-label={title}
      className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-md border border-line bg-surface p-3"
    >
      <div className="flex min-w-0 items-baseline gap-2">
        {hint && (
          <kbd className="rounded border border-line px-1.5 font-mono text-2xs text-faint coarse:hidden">{hint}</kbd>
        )}
        <h3 className="min-w-0 truncate font-medium text-sm">{title}</h3>
        <span className="ml-auto shrink-0 font-mono text-2xs text-faint tabular-nums">{facts}</span>
      </div>
      {file ? (
        <Suspense fallback={playerPlace}>
          <SoundPlayer file={{ ...file, name: title }} playback={playback} />
        </Suspense>
      ) : isRead ? (
        <p className="text-warning text-xs">{preview.sha256 ? 'No longer stored.' : 'No audio received.'}</p>
      ) : (
        preview.sha256 && playerPlace
      )}
      {id === undefined ? (
        <p className="text-warning text-xs">The reply has no id for this voice, so it cannot be used elsewhere.</p>
      ) : (
        <>
          <VoiceId id={id} name={title} />
          <VoiceUse {...{ run, preview, title, id }} />
        </>
      )}
      {file && (
        <div className="-mx-2 flex flex-wrap items-center border-line border-t pt-2">
          <ActionButton
            name={`Download ${title}`}
            word="Download"
            icon={<Download size={16} />}
            onClick={() => void savedFile(run, { place: at, file }).then(({ blob, name }) => saveFile(blob, name))}
          />
          <SoundActions {...{ run, file, comparing }} place={at} />
        </div>
      )}
    </li>
  )
}

/** The saved voice of an id that a run's connection gave. */
function useSaved({ connection: { baseUrl } }: Run, id: string | undefined) {
  const { saved } = usePageState(voiceLibrary)
  return id === undefined ? undefined : saved.find((one) => isVoice(one, { id, baseUrl }))
}

interface VoiceUseProps extends Pick<VoiceCardProps, 'run' | 'preview'> {
  readonly id: string
  readonly title: string
}

function VoiceUse({ run, preview, id, title }: VoiceUseProps) {
  const { isOpen, opener, open, close } = useInlineForm()
  const speak = useVoiceInSpeech(run)
  const saved = useSaved(run, id)
  const { connection, model } = run
  const [forgotten, setForgotten] = useState<SavedVoice>()
  const forget = (voice: SavedVoice) => {
    removeVoice(voice)
    setForgotten(voice)
  }
  if (isOpen)
    return (
      <VoiceForm
        start={saved ?? { name: title, labels: [] }}
        verb="Save"
        onCancel={close}
        onSave={(named) => {
          const facts = { model, description: promptOf(run), ...(preview.language && { language: preview.language }) }
          const place = { baseUrl: connection.baseUrl, connection: connection.name, savedAt: Date.now() }
          saveVoices([{ id, ...place, ...facts, ...saved, ...named }])
          close()
        }}
      >
        <p className="text-faint text-xs">
          Saves the name and id in this browser only. Providers may delete voices that exist only as previews.
        </p>
      </VoiceForm>
    )
  return (
    <div className="-mx-2 flex flex-wrap items-center">
      <ActionButton
        name={`Use ${title} in Speech`}
        word="Use in Speech"
        icon={<AudioLines size={16} />}
        onClick={() => speak(id)}
      />
      <ActionButton
        ref={opener}
        name={saved ? `Rename ${title}` : `Save ${title}`}
        word={saved ? 'Rename' : 'Save voice…'}
        icon={saved ? <BookmarkCheck size={16} /> : <Bookmark size={16} />}
        onClick={open}
      />
      {(saved ?? forgotten) && (
        <ActionButton
          name={saved ? `Forget ${title}` : `Undo: save ${forgotten?.name} again`}
          word={saved ? 'Forget' : 'Undo'}
          icon={saved ? <BookmarkX size={16} /> : <Undo2 size={16} />}
          onClick={() => (saved ? forget(saved) : forgotten && saveVoices([forgotten]))}
        />
      )}
    </div>
  )
}

/** Opens Speech with a designed voice, and with a listed model that the design model's card pairs with it (`speech_models`). */
function useVoiceInSpeech({ model }: Pick<Run, 'model'>): (voice: string) => void {
  const handOver = useHandOver()
  const cards = useModels().data?.cards ?? []
  const paired = nonBlankListOf(recordOf(cards.find(({ id }) => id === model)?.raw).speech_models) ?? []
  const speaks = paired.find((one) => cards.some(({ id }) => id === one))
  return (voice) => handOver({ files: [], values: { voice, ...(speaks && { model: speaks }) } }, speechTool)
}
