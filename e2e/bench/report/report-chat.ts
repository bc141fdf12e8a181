import { type ChatSample, lengths, sizes } from '../drive/chat-sample.ts'
import type { Report } from './goal.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'
import { showSpread } from './words.ts'

export function reportChat(samples: readonly ChatSample[]): Report {
  const row = (name: string, of: (sample: ChatSample) => number, digits = 0) => [
    name,
    showSpread(samples.map(of), digits),
  ]
  const longer = (of: (turns: ChatSample['turns'][number] | undefined) => number | undefined) => (sample: ChatSample) =>
    (of(sample.turns.at(-1)) ?? Number.NaN) / (of(sample.turns[0]) ?? Number.NaN)
  const open = longer((turns) => turns?.open)
  const send = longer((turns) => turns?.send)
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)]
  const exponent = ({ trees }: ChatSample) =>
    Math.log((trees.at(-1) ?? Number.NaN) / (trees[0] ?? Number.NaN)) / Math.log(most / least)
  return {
    part: 'chat',
    tables: [
      table(
        ['the chat', 'median (range)'],
        [
          ...lengths.map((length, at) =>
            row(`${length.toLocaleString('en')} turns: open, ms`, ({ turns }) => turns[at]?.open ?? Number.NaN),
          ),
          ...lengths.map((length, at) =>
            row(`${length.toLocaleString('en')} turns: send, ms`, ({ turns }) => turns[at]?.send ?? Number.NaN),
          ),
          ...sizes.map((size, at) =>
            row(`JSON of ${size / 1000} kB as it comes, CPU ms`, ({ trees }) => trees[at] ?? Number.NaN),
          ),
        ],
      ),
    ],
    goals: [
      { name: 'Chat', about: 'open 2,000 turns, x 20 turns', limit: 2, measured: median(samples.map(open)) },
      { name: 'Chat', about: 'send after 2,000 turns, x after 20', limit: 1.3, measured: median(samples.map(send)) },
      { name: 'Chat', about: 'a growing JSON tree, exponent', limit: 1.05, measured: median(samples.map(exponent)) },
    ],
    data: samples,
  }
}
