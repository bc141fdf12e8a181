import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { listOf, ownOf, stringOf } from '#contract/core/loose-json.ts'
import { PickFiles } from '../../../files/drop-place.tsx'
import { referenceIn } from '../../../files/request-body.ts'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { lineLook } from '../../../ui/box-look.ts'
import { IconButton } from '../../../ui/button/button.tsx'

/** Up to four known speakers: for each a recording and a name. Kept as two lists of equal length, as the interface takes them. */
export function SpeakersRow({ form, field }: FieldRowProps) {
  const { tray, files, incoming } = useFieldFiles(field)
  const samples = listOf(ownOf(form.draft, field.path))
  const names = listOf(form.draft.known_speaker_names).map(stringOf)
  const fileOf = (sample: unknown) => files.find(({ sha256 }) => sha256 !== undefined && sha256 === referenceIn(sample))
  const fill = () => {
    const own = samples.map((sample) => fileOf(sample)?.name)
    form.set('known_speaker_names', namesFor(names, own))
  }
  const filled = useEffectEvent(fill)
  // A sample without a name would shift the names of those behind it.
  const isUneven = samples.length > 0 && samples.length !== names.length
  useEffect(() => {
    if (isUneven) filled()
  }, [isUneven])
  const remove = (at: number) => {
    const { [field.path]: _, known_speaker_names: __, ...others } = form.draft
    const left = samples.toSpliced(at, 1)
    form.replace({
      ...others,
      ...(left.length > 0 && { [field.path]: left, known_speaker_names: names.toSpliced(at, 1) }),
    })
  }
  return (
    <details open={samples.length > 0}>
      <summary className="w-fit font-medium text-sm text-soft hover:text-ink coarse:min-h-11">
        {field.title}
        {samples.length > 0 && ` (${samples.length})`}
      </summary>
      <div className="grid grid-cols-1 gap-2 pt-2">
        <p className="text-faint text-xs">
          Up to four recordings of 2 to 10 seconds, each of one speaker. For models that identify speakers.
        </p>
        <ul aria-label="Known speakers" className="grid grid-cols-1 gap-2 empty:hidden">
          {samples.map((sample, at) => {
            const title = fileOf(sample)?.name ?? 'Sample'
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a speaker is known by its place in both lists.
              <li key={at} className="flex items-center gap-2">
                <input
                  aria-label={`Name of speaker ${at + 1}, ${title}`}
                  title={title}
                  dir="auto"
                  autoComplete="off"
                  value={names[at] ?? ''}
                  onChange={({ target }) => form.set('known_speaker_names', names.with(at, target.value))}
                  onBlur={fill}
                  className={lineLook}
                />
                <IconButton name={`Remove ${names[at] || title}`} icon={<X size={16} />} onClick={() => remove(at)} />
              </li>
            )
          })}
        </ul>
        {incoming.map((one) => (
          <p
            key={one.id}
            role="status"
            className={`text-xs ${one.status === 'refused' ? 'text-warning' : 'text-faint'}`}
          >
            {one.status === 'refused' ? `${one.name}: ${one.why}` : `Reading ${one.name}…`}
          </p>
        ))}
        {tray && samples.length < (field.file?.most ?? 0) && (
          <PickFiles
            className="w-fit"
            name="Add a speaker’s sample"
            icon={<Plus size={16} />}
            accepts={field.file?.accepts ?? []}
            count="several"
            onFiles={(given) => {
              tray.intake.dismissRefused()
              void tray.add(given)
            }}
          />
        )}
      </div>
    </details>
  )
}

/** A name for each sample: the one it has, else its file's without the ending, else its number. */
export function namesFor(names: readonly string[], files: readonly (string | undefined)[]): readonly string[] {
  return files.map((file, at) => {
    const own = names[at]?.trim()
    const stem = file?.replace(/\.[a-z\d]{1,5}$/i, '').trim()
    return own || stem || `Speaker ${at + 1}`
  })
}
