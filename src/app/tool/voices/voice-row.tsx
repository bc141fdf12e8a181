import { Star } from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { useConnection } from '../../connection/use-connection.ts'
import type { FieldDescription } from '../../form/describe.ts'
import type { RequestForm } from '../../form/use-request-form.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { usePageState } from '../../ui/page-state.ts'
import { retriable } from '../../ui/retriable.tsx'
import { SuggestedRow } from '../shared-rows.tsx'
import { setFavourite, voiceLibrary, voiceName, voiceOptions } from './voice-library.ts'
import { voiceIn } from './voice-previews.ts'
import { VoiceSample } from './voice-sample.tsx'

const MyVoices = retriable(async () => (await import('./my-voices.tsx')).MyVoices)

interface VoiceRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
  readonly children?: ReactNode
}

/** A field that names a voice: listed, favourite and saved ones, or any id. Buttons play a sample and set a favourite. */
export function VoiceRow({ form, field, children }: VoiceRowProps) {
  const options = useVoiceOptions(form, field)
  const { baseUrl } = useConnection()
  const library = usePageState(voiceLibrary)
  const voice = voiceIn({ voice: ownOf(form.draft, field.path) })
  // Of a saved voice the box has the id, as it is sent.
  const name = voice && voiceName(voice, library, baseUrl)
  const isFavourite = voice !== undefined && library.favourites.includes(voice)
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1">
        <SuggestedRow {...{ form, field, options }} placeholder="Choose a voice, or enter an id" />
        {voice !== undefined && (
          // Below the title, beside the box.
          <div className="flex flex-col gap-1.5">
            <span className="min-h-5" />
            <span className="flex min-h-9 items-center">
              <VoiceSample voice={voice} name={name ?? voice} baseUrl={baseUrl} />
              <IconButton
                name={isFavourite ? `Remove ${name} from favourites` : `Add ${name} to favourites`}
                aria-pressed={isFavourite}
                icon={<Star size={16} className={isFavourite ? 'fill-current' : ''} />}
                onClick={() => setFavourite(voice, !isFavourite)}
              />
            </span>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {name !== voice && <span className="truncate text-soft text-xs">{name}</span>}
        <MyVoicesLink />
        {children}
      </div>
    </div>
  )
}

/** The voices for a form's field: of its model, or those that its schema suggests, and the person's own. */
export function useVoiceOptions({ rules }: RequestForm, { path, suggestions }: FieldDescription) {
  const { baseUrl } = useConnection()
  const library = usePageState(voiceLibrary)
  const rule = ownOf(rules?.fields, path)
  const listed = rule?.kind === 'listed' ? rule.values : suggestions
  return useMemo(() => voiceOptions(listed.map(String), library, baseUrl), [listed, library, baseUrl])
}

export const rowLinkLook = 'min-h-6 text-soft text-xs underline underline-offset-2 hover:text-ink coarse:min-h-11'

function MyVoicesLink() {
  const { saved } = usePageState(voiceLibrary)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={rowLinkLook} onClick={() => setOpen(true)}>
        {saved.length === 0 ? 'My voices' : counted(saved.length, 'saved voice')}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl or ⌘ with Enter would run the tool behind the dialog.
        <div className="contents" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
          <Suspense>
            <MyVoices onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </>
  )
}
