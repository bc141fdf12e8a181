import { type CheckType, Unable } from '../checks/check-type.ts'

const judged = (title: string): CheckType => ({
  ...{ title, group: 'Judges', value: 'text', valueTitle: 'Criteria', isJudged: true },
  find() {
    throw new Unable('Not judged yet.')
  },
})

/** The checks that a model carries out. `select-best` is one of pairs of results, not of a single one. */
export const judgeChecks: Readonly<Record<string, CheckType>> = {
  'llm-rubric': { ...judged('Judged by a model'), bounds: ['min'], areBoundsOptional: true, unit: 'score' },
  'select-best': judged('Pairs judged by a model'),
}
