export type JobState = 'queued' | 'running' | 'completed' | 'failed'

const words: readonly (readonly [JobState, string])[] = [
  [
    'queued',
    `queued pending submitted preparing queueing starting throttled in_queue not_started created waiting scheduled
    accepted received enqueued initializing not_yet_started`,
  ],
  [
    'running',
    `in_progress processing running preprocessing rendering generating started dreaming dubbing cloning unknown
    pre_processing post_processing postprocessing working executing encoding uploading finalizing not_ready not_completed not_done not_finished`,
  ],
  [
    'completed',
    'completed succeeded succeed success successful done ready finished complete dubbed generated rendered processed available ended',
  ],
  ['failed', 'failed fail failure error rejected moderated content_filtered expired cancelled canceled'],
]
const states = new Map(words.flatMap(([state, list]) => list.split(/\s+/).map((word) => [word, state] as const)))

/** A failure after which the work goes on: `error_retrying`, `failed_will_retry`; not `no_retry`. */
const goesOn = /(?<!\b(?:no|not) )\b(?:retrying|restarting|recovering|requeued|rescheduled|retry$)/
/** An end that is asked for or expected: `cancel_requested`, `pending_moderation`. */
const isAhead =
  /\b(?:will|to) be\b|^(?=.*\b(?:pending|requested|queued|scheduled|a?waiting)\b).*\b(?:cancel|cancell?ation|abort|deletion|termination|moderation|expiration)\b/
const endsWell =
  /^(?:(?:partially|partial) )?(?:complete|completed|finished|succeeded|success|done) (?:with|but|despite) /

const failing = [
  'fail|err(?:or|ors|ored)?\\b|abort|block|moderated|reject|expir|cancel|terminat|kill|den(?:y|ied)|declin|refus',
  'invalid|delet|removed|discard|abandon|withdrawn|revok|purg|evict|dead|died|lost\\b|missing|gone\\b|vanish',
  'crash|exception|faulted|corrupt|malform|broken|bad\\b|nsfw|unsafe|violat|flagged|insufficien|exceed|exhaust|out of\\b',
  'forbid|prohibit|disallow|censor|banned|filter|unsuccess|unauthori|unpaid|unsupport|stopped|halted|interrupt',
  'sensitive|inappropriate|copyright|infring|policy$|safety$|timed? ?out|oom\\b|payment required|no (?:longer|such)\\b',
].join('|')
/** The participle in `-ing` is of an end that is not reached yet: `cancelling`, `moderating`. */
const failure = new RegExp(`\\b(?:${failing})(?!\\w*(?<!miss)ing\\b)`)
const refusal =
  /\bnot (?:found|exist|allowed|permitted|authori[sz]ed|supported|enough|accepted|approved|valid|safe|succe)|\bdoes ?n.?t exist/
const denied = new RegExp(`\\b(?:no|not|non|never|without|zero) (?!longer|such)(?:${failing})\\w*`, 'g')

/** Parts that say nothing of the state: `JOB_STATE_PENDING`, `video processing`, `completed_successfully`. */
const neutral =
  /^(?:job|task|status|state|video|request|result|output|operation|is|has|been|the|successfully|partially)$/
const stage = /^(?:generation|generating|render|rendering|processing|execution|prediction|run)$/

/**
 * Reads a router's word for a job's state, in any case and with any separators, else by its parts: a failure in any of them counts unless
 * denied or still ahead. Undefined for unknown words.
 */
export function jobState(word: string): JobState | undefined {
  const parts = (word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z\s_./:-]+/g) ?? []).map((part) => part.toLowerCase())
  const plain = states.get(parts.join('_')) ?? states.get(parts.join(''))
  if (plain !== undefined) return plain
  const text = parts.join(' ').replaceAll(denied, '').trim()
  if (goesOn.test(text)) return 'running'
  if (endsWell.test(text)) return 'completed'
  if (isAhead.test(text)) return undefined
  if (failure.test(text) || refusal.test(text)) return 'failed'
  const said = text.split(' ').filter((part) => !neutral.test(part))
  return states.get(said.join('_')) ?? states.get(said.filter((part) => !stage.test(part)).join('_'))
}
