import { Download, Pencil, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pickFiles, saveFile } from '../../ui/files.ts'
import { counted } from '../../ui/format.ts'
import { usePageState } from '../../ui/page-state.ts'
import { useInlineForm, VoiceForm, VoiceId } from './voice-form.tsx'
import { importLibrary, removeVoice, type SavedVoice, saveVoices, voiceLibrary } from './voice-library.ts'
import { VoiceSample } from './voice-sample.tsx'

export function MyVoices({ onClose }: { readonly onClose: () => void }) {
  const library = usePageState(voiceLibrary)
  const [removed, setRemoved] = useState<SavedVoice>()
  const [said, setSaid] = useState('')
  const take = async (file: File | undefined) => {
    const count = file ? importLibrary(await file.text().catch(() => '')) : 0
    setSaid(count === 0 ? 'No voices found in this file.' : `${counted(count, 'voice')} imported.`)
  }
  const foot = (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={<Upload size={16} />}
        onClick={() => pickFiles({ accept: '.json,application/json', count: 'one' }, ([file]) => void take(file))}
      >
        Import…
      </Button>
      <Button
        icon={<Download size={16} />}
        disabled={library.saved.length === 0 && library.favourites.length === 0}
        onClick={() =>
          saveFile(new Blob([JSON.stringify(library, null, 2)], { type: 'application/json' }), 'voices.json')
        }
      >
        Export
      </Button>
      <p role="status" className="min-w-0 flex-1 text-soft text-xs">
        {removed ? `${removed.name} deleted.` : said}
      </p>
      {removed && (
        <Button
          // The pressed button is gone.
          autoFocus
          onClick={() => {
            saveVoices([removed])
            setRemoved(undefined)
          }}
        >
          Undo
        </Button>
      )}
    </div>
  )
  return (
    <Dialog title="My voices" open onClose={onClose} foot={foot}>
      <p className="pb-3 text-soft text-xs">
        Names and ids are stored in this browser. The voices themselves are stored by their providers and may expire.
      </p>
      {library.saved.length === 0 ? (
        <p className="py-6 text-center text-faint text-sm">
          No saved voices. Design a voice, and save one of its previews.
        </p>
      ) : (
        <ul aria-label="Saved voices">
          {library.saved.map((voice) => (
            <VoiceItem
              key={`${voice.baseUrl} ${voice.id}`}
              voice={voice}
              onRemove={() => {
                removeVoice(voice)
                setRemoved(voice)
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function VoiceItem({ voice, onRemove }: { readonly voice: SavedVoice; readonly onRemove: () => void }) {
  const { isOpen, opener, open, close } = useInlineForm()
  const { id, name, labels, baseUrl, connection, model } = voice
  if (isOpen)
    return (
      <li className="py-3">
        <VoiceForm
          start={voice}
          verb="Save"
          onSave={(change) => {
            saveVoices([{ ...voice, ...change }])
            close()
          }}
          onCancel={close}
        />
      </li>
    )
  return (
    <li className="flex items-start gap-2 border-line border-b py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="wrap-anywhere font-medium">{name}</span>
          {labels.map((label) => (
            <span key={label} className="rounded-full border border-line px-1.5 text-2xs text-soft">
              {label}
            </span>
          ))}
        </p>
        <VoiceId id={id} name={name} />
        <p className="truncate text-faint text-xs">{[model, connection].filter(Boolean).join(' · ')}</p>
      </div>
      <VoiceSample voice={id} name={name} baseUrl={baseUrl} />
      <IconButton ref={opener} name={`Rename ${name}`} icon={<Pencil size={16} />} onClick={open} />
      <IconButton name={`Delete ${name}`} icon={<Trash2 size={16} />} onClick={onRemove} />
    </li>
  )
}
