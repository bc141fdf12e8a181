import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { countOf, type MarkQuestion as Question } from './use-marking.ts'

/** Asks before a single press changes more runs than can be seen. */
export function MarkQuestion({ question, onAnswer }: { question: Question; onAnswer: (isYes: boolean) => void }) {
  const { title, verb, already } = wordsOf(question)
  return (
    <Dialog
      title={title}
      open
      onClose={() => onAnswer(false)}
      foot={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => onAnswer(true)}>
            {verb}
          </Button>
        </div>
      }
    >
      <p className="text-soft">{[already, 'This can be undone.'].filter(Boolean).join(' ')}</p>
    </Dialog>
  )
}

function wordsOf({ rows, mark }: Question): { title: string; verb: string; already?: string } {
  const runs = countOf(rows.length)
  if (mark.kind === 'tag') {
    const title = mark.isSet ? `Tag ${runs} “${mark.tag}”?` : `Remove the tag “${mark.tag}” from ${runs}?`
    const tagged = rows.filter((row) => row.tags?.includes(mark.tag)).length
    return {
      title,
      verb: mark.isSet ? 'Add the tag' : 'Remove the tag',
      ...(mark.isSet && tagged > 0 && { already: `${share(tagged)} this tag.` }),
    }
  }
  if (mark.verdict === undefined) return { title: `Remove the verdict of ${runs}?`, verb: 'Remove the verdicts' }
  const word = mark.verdict === 'pass' ? 'passed' : 'failed'
  const judged = rows.filter((row) => row.verdict !== undefined).length
  return {
    title: `Mark ${runs} as ${word}?`,
    verb: `Mark as ${word}`,
    ...(judged > 0 && { already: `${share(judged)} a verdict.` }),
  }
}

const share = (count: number) => `${count.toLocaleString('en')} of them already ${count === 1 ? 'has' : 'have'}`
