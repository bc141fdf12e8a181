import { jsonIn, listOf, stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../../refusal.ts'
import { phrases } from '../dubbing/phrases.ts'
import { outputFormatOf } from '../files/output-format.ts'
import { uploadOf } from '../files/uploads.ts'
import type { DubTask } from '../order.ts'
import { languageOf } from '../speech/languages.ts'

type Body = Readonly<Record<string, unknown>>

const mostTargets = 4

function targetsOf({ target_lang, target_language, target_languages }: Body): readonly string[] {
  // In a form, a list is a text of JSON.
  const listed = typeof target_languages === 'string' ? jsonIn(target_languages) : target_languages
  const named = [target_lang, target_language, ...listOf(listed)].map(stringOf).filter((name) => name !== '')
  const codes = named
    .flatMap((name) => name.split(','))
    .map((name) => {
      const code = languageOf(name)
      if (code !== undefined && Object.hasOwn(phrases, code)) return code
      throw refusal(`target_lang: the sandbox dubs into ${Object.keys(phrases).join(', ')}.`, 'target_lang')
    })
  const targets = [...new Set(codes)]
  if (targets.length === 0 || targets.length > mostTargets)
    throw refusal(`target_lang: choose one to ${mostTargets} languages.`, 'target_lang')
  return targets
}

/** Reads a request for a dub: a task for each language. Throws a refusal that names the field for what the sandbox cannot do. */
export async function dubTasksOf(model: string, body: Body): Promise<readonly DubTask[]> {
  const targets = targetsOf(body)
  const upload = await uploadOf(body)
  const keepsBackground = body.drop_background_audio !== true && body.drop_background_audio !== 'true'
  const output = outputFormatOf(body, 'mp3', 44_100)
  return targets.map((language) => ({
    ...{ kind: 'dub', upload, order: { language, keepsBackground }, output },
    label: { kind: 'dub', model, language },
  }))
}
