import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { receivedMedia } from '../../../tool/results/media-files.tsx'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { saveFile } from '../../../ui/files.ts'
import { ComparePictures } from '../../../view/media/compare/compare-pictures.tsx'
import { ComparePlayers } from '../../../view/media/compare/compare-players.tsx'
import { MediaFacts, type MediaFile } from '../../../view/media/media-file.tsx'
import { MediaView } from '../../../view/media/media-view.tsx'

/** The media of two runs in pairs, each in the comparison for its kind. */
export function CompareMedia({ left, right }: { left: Run; right: Run }) {
  const [one, two] = [useFiles(left), useFiles(right)]
  const pairs = Array.from({ length: Math.max(one.length, two.length) }, (_, at) => [one[at], two[at]] as const)
  if (pairs.length === 0) return null
  return (
    <ol aria-label="Media" className="grid grid-cols-1 gap-8">
      {pairs.map(([a, b], at) => (
        <li key={`${a?.id} ${b?.id}`} className="grid grid-cols-1 gap-3">
          <Suspense>
            <Pair left={a} right={b} names={[nameIn(left, one, at), nameIn(right, two, at)]} />
          </Suspense>
        </li>
      ))}
    </ol>
  )
}

function useFiles(run: Run) {
  const assets = useAssets(run) ?? []
  return receivedMedia(run.result, assets).flatMap(({ file }) => (file ? [file] : []))
}

type File = MediaFile & { readonly sha256: string }

/** What a file is called: by its run, and by its number where the run gave several. */
const nameIn = ({ seq }: Run, files: readonly File[], at: number) =>
  files.length > 1 ? `Run #${seq}, ${files[at] ? kindOf(files[at]) : 'file'} ${at + 1}` : `Run #${seq}`

const kindWords = { image: 'image', video: 'video', audio: 'sound' }

const kindOf = ({ type }: MediaFile) => {
  const kind = mediaKind(type)
  return kind ? kindWords[kind] : 'file'
}

interface PairProps {
  left: File | undefined
  right: File | undefined
  names: readonly [left: string, right: string]
}

function Pair({ left, right, names }: PairProps) {
  if (!left || !right) return <SideBySide left={left} right={right} />
  const [kind, other] = [mediaKind(left.type), mediaKind(right.type)]
  const same = left.sha256 === right.sha256 && <p className="text-soft text-xs">Identical files.</p>
  if (kind === 'image' && other === 'image')
    return (
      <>
        {same}
        <ComparePictures
          left={left}
          right={right}
          names={names}
          notes={[<Facts key="left" file={left} name={names[0]} />, <Facts key="right" file={right} name={names[1]} />]}
          initial="side"
        />
      </>
    )
  if ((kind === 'audio' || kind === 'video') && kind === other)
    return (
      <>
        {same}
        <ComparePlayers
          media={[
            { key: 'left', file: left, name: names[0], notes: <Facts file={left} name={names[0]} /> },
            { key: 'right', file: right, name: names[1], notes: <Facts file={right} name={names[1]} /> },
          ]}
        />
      </>
    )
  return (
    <>
      {same}
      <SideBySide left={left} right={right} />
    </>
  )
}

/** Format and size of a compared file, and its download. */
function Facts({ file, name }: { file: File; name: string }) {
  return (
    <p className="-mr-2 flex items-center justify-between text-xs">
      <MediaFacts file={file} />
      <ActionButton
        name={`Download the ${kindOf(file)} of ${name}`}
        word="Download"
        icon={<Download size={16} />}
        onClick={() => saveFile(file.blob, file.name ?? `${kindOf(file)}.${extensionOf(file.type)}`)}
      />
    </p>
  )
}

function SideBySide({ left, right }: { left: File | undefined; right: File | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {[left, right].map((file, at) =>
        file ? (
          <MediaView key={at === 0 ? 'left' : 'right'} file={file} />
        ) : (
          <p key={at === 0 ? 'left' : 'right'} className="text-faint text-xs">
            No matching result in the {at === 0 ? 'left' : 'right'} run.
          </p>
        ),
      )}
    </div>
  )
}
