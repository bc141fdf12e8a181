import { grouped, sizeLimit } from '../../ui/format.ts'

const amount = (name: string, value: number) => (name.endsWith('_bytes') ? sizeLimit(value) : grouped(value))

const bounds = { max: 'up to ', min: 'at least ' } as const

/** A limit of a model card in words: `max_input_bytes` of 52428800 is `input: up to 50 MB`. A name that no rule fits is shown as sent. */
export function limitWords(name: string, value: number): string {
  const snake = name.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase()
  const [, bound, what = snake] = /^(max|min)_(.+)$/.exec(snake) ?? []
  const words = what.replace(/_bytes$/, '').replaceAll('_', ' ')
  const prefix = bound === 'max' || bound === 'min' ? bounds[bound] : ''
  return `${words}: ${prefix}${amount(snake, value)}`
}
