import { Download, ImageOff } from 'lucide-react'
import { type Dimensions, tooLargeWords } from '#media/dimensions.ts'
import { extensionOf } from '#media/media-type.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { fileTitle, type MediaFile } from './media-file.tsx'

interface NotDrawnProps {
  readonly file: MediaFile
  /** Absent where its header does not say it. */
  readonly size: Dimensions | undefined
  /** Where no other button for it stands nearby. */
  readonly save?: 'here' | 'elsewhere'
}

/** In the place of a picture that is not decoded: why, and the way to its file. */
export function NotDrawn({ file, size, save = 'here' }: NotDrawnProps) {
  const title = fileTitle(file)
  const name = /\.[a-z\d]{2,5}$/i.test(title) ? title : `${title}.${extensionOf(file.type)}`
  return (
    <div className="grid max-h-full justify-items-center gap-2 overflow-y-auto p-3 text-center text-warning text-xs">
      <ImageOff size={18} strokeWidth={1.5} aria-hidden="true" />
      <p className="max-w-prose">
        {size
          ? `${tooLargeWords(size)} Download it instead.`
          : 'The browser cannot draw this picture. It can be saved.'}
      </p>
      {save === 'here' && (
        <Button
          icon={<Download size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => saveFile(file.blob, name)}
        >
          Download
        </Button>
      )}
    </div>
  )
}
