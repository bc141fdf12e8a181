import { FileText, Table2, Wrench } from 'lucide-react'
import { onFirstPress } from '../../ui/first-press.ts'

const examples = [
  { icon: FileText, title: 'A long document', text: 'Write a document about sound, tides and type. tokens: 1200' },
  { icon: Table2, title: 'A table and some code', text: 'Compare three ways to debounce a function. tokens: 400' },
  { icon: Wrench, title: 'What the router received', text: 'Show me what you received: roles, parameters and tools.' },
]

/** An empty conversation teaches: three real examples, each sent by one press. */
export function Examples({ onTry }: { onTry: (text: string) => void }) {
  return (
    <section aria-label="Examples" className="grid gap-4 py-[8vh]">
      <h3 className="font-semibold text-base">Type a message, or start from one of these</h3>
      <ul className="grid gap-2 sm:grid-cols-3">
        {examples.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <button
              type="button"
              {...onFirstPress(() => onTry(text))}
              className="grid h-full w-full content-start gap-2 rounded-md border border-line bg-surface p-4 text-left transition duration-150 ease-out hover:bg-raised"
            >
              <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="text-cable" />
              <span className="font-medium">{title}</span>
              <span className="text-soft text-xs">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
