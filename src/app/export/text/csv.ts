import { ownOf } from '#contract/core/loose-json.ts'
import { headLineOf, lineOf } from '#media/csv-line.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { answerText } from '../../run/result.ts'
import { servedModel } from '../../run/served-model.ts'
import { askedOf, callTexts, errorText, isoTime, mediaOf, secondsTaken, sentAt } from '../record/run-facts.ts'

/** A number of `usage`; empty where it is missing. */
function count({ run }: RunRecord, name: string): string {
  const value = ownOf(run.usage, name)
  return typeof value === 'number' ? String(value) : ''
}

function promptOf(record: RunRecord): string {
  const { said } = askedOf(record.sent.body)
  const [only] = said
  if (said.length === 1 && only) return only.text
  return said.map(({ who, text }) => `${who}: ${text}`).join('\n\n')
}

/** The length of the text of an audio request, by which providers bill it; empty where there is none. */
function charactersOf(record: RunRecord): string {
  const text = record.run.endpoint.startsWith('audio.') ? (askedOf(record.sent.body).said.at(-1)?.text ?? '') : ''
  return text === '' ? '' : String([...text].length)
}

/** The length of each sound and of each video with sound, in seconds, read from its bytes; empty where it has none that can be read. */
async function lengthsOf(record: RunRecord): Promise<string> {
  const sounds = mediaOf(record).outputs.filter(({ asset }) => /^(?:audio|video)\//.test(asset.type))
  if (sounds.length === 0) return ''
  const { readSoundFacts } = await import('#media/audio/sound-facts.ts')
  const facts = await Promise.all(sounds.map(({ asset }) => readSoundFacts(asset.blob, asset.type)))
  return facts.flatMap((one) => one?.seconds?.toFixed(3) ?? []).join(' ')
}

/** Columns for reading first, columns for programs last. */
const columns: readonly (readonly [name: string, of: (record: RunRecord) => string | Promise<string>])[] = [
  ['time', (record) => isoTime(sentAt(record))],
  ['endpoint', ({ run }) => run.endpoint],
  ['model', ({ run }) => run.model],
  ['title', ({ run }) => nameOf(run)],
  ['prompt', promptOf],
  ['answer', (record) => [answerText(record.result), ...callTexts(record)].filter((text) => text !== '').join('\n\n')],
  ['verdict', ({ run }) => run.verdict ?? ''],
  ['note', ({ run }) => run.note ?? ''],
  ['tags', ({ run }) => run.tags?.join(', ') ?? ''],
  ['status', ({ run }) => run.status],
  ['reason', ({ run }) => run.reason ?? ''],
  ['http status', ({ run, reply }) => String(reply?.status ?? run.served?.status ?? '')],
  ['error', errorText],
  ['parameters', (record) => JSON.stringify(askedOf(record.sent.body).parameters)],
  ['seconds', (record) => secondsTaken(record)?.toFixed(3) ?? ''],
  ['first audio', ({ run }) => (run.times?.firstSound === undefined ? '' : (run.times.firstSound / 1000).toFixed(3))],
  ['output seconds', lengthsOf],
  ['characters', charactersOf],
  ['input tokens', (record) => count(record, 'input')],
  ['output tokens', (record) => count(record, 'output')],
  ['price', ({ run }) => run.price ?? ''],
  ['served model', ({ run, result }) => servedModel({ ...run, result }) ?? ''],
  ['provider', ({ run }) => run.served?.provider ?? ''],
  ['job', ({ run }) => run.job ?? ''],
  ['job status', ({ run }) => run.jobState?.word ?? ''],
  ['id', ({ run }) => run.id],
  [
    'output sha256',
    (record) =>
      mediaOf(record)
        .outputs.map(({ asset }) => asset.sha256)
        .join(' '),
  ],
]

export const csvHead = headLineOf(columns.map(([name]) => name))

export const csvLine = async (record: RunRecord): Promise<string> =>
  lineOf(await Promise.all(columns.map(([, of]) => of(record))))
