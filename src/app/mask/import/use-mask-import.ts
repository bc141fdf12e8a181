import { useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { MaskReading, MaskReport } from '#media/mask/read-mask.ts'
import type { MaskFit } from '#media/mask/refit-mask.ts'

import { lookAtPicture } from '../../files/look-at-picture.ts'
import type { NamedFile } from '../../files/named-file.ts'
import { readEditPicture } from '../../files/read-edit-picture.ts'
import { isShapedLike } from '../crop/cut.ts'
import type { MaskTasks } from '../work/mask-tasks.ts'

/** A picture that is to become the mask, where a person has to say how. */
export interface ImportQuestion {
  readonly name: string
  readonly file: Blob
  readonly report: MaskReport
}

/** What each reading marks, in words. */
export const readings: Readonly<Record<MaskReading, string>> = {
  transparent: 'What is transparent is painted anew',
  opaque: 'What is opaque is painted anew',
  white: 'What is white is painted anew',
  black: 'What is black is painted anew',
}

const fits: Readonly<Record<MaskFit, string>> = { scale: 'stretched from', centre: 'laid in the middle as' }

/** Takes a picture as the mask: at once where it is plain what it says, else after a question. One step that can be undone. */
export function useMaskImport(mask: MaskEditor | undefined, tasks: MaskTasks) {
  const [question, setQuestion] = useState<ImportQuestion>()
  const [said, setSaid] = useState('')

  async function apply(
    { name, file, report: from }: ImportQuestion,
    reading: MaskReading,
    fit: MaskFit,
  ): Promise<void> {
    if (!mask) return
    const { width, height } = mask
    mask.replace(await tasks.take(file, { reading, fit, width, height }))
    const sized = from.width === width && from.height === height ? '' : `, ${fits[fit]} ${from.width} × ${from.height}`
    setSaid(`Taken from ${name}: ${readings[reading].toLowerCase()}${sized}.`)
  }

  async function look({ name, blob }: NamedFile): Promise<void> {
    setSaid('Reading the mask…')
    const read = await readEditPicture({ name, blob }, lookAtPicture, () => '')
    if (read.kind === 'refused') return setSaid(`${name} was not taken. ${read.why}`)
    const file = read.picture.blob
    const report = await tasks.read(file)
    const isPlain = report.kind === 'alpha' || report.kind === 'black-white'
    // A mask of the picture's shape can only be meant for all of it.
    if (isPlain && mask && isShapedLike(report, mask))
      return await apply({ name, file, report }, report.reading, 'scale')
    setSaid('')
    setQuestion({ name, file, report })
  }

  const guarded = (work: Promise<void>) =>
    void work.catch((error: unknown) => setSaid(`Not taken: ${error instanceof Error ? error.message : error}`))

  return {
    question,
    said,
    read: (file: NamedFile) => guarded(look(file)),
    take: (reading: MaskReading, fit: MaskFit) => {
      setQuestion(undefined)
      if (question) guarded(apply(question, reading, fit))
    },
    giveUp: () => setQuestion(undefined),
  }
}
