import { expect, it } from 'vitest'
import { jobState } from './job-state.ts'

const readings: readonly (readonly [state: string | undefined, words: string])[] = [
  [
    'failed',
    `Content Moderated|Request Moderated|nsfw|NSFW_CONTENT|timed_out|TimedOut|timedOut|TIMEDOUT|Time Out|timeout|timed-out|
    aborted|Aborted by user|blocked|BLOCKED_BY_POLICY|CONTENT_POLICY_VIOLATION|Not Found|not_found|NotFound|no longer available|
    deleted|dead|dead_letter|lost|killed|oom_killed|denied|permission_denied|refused|invalid|insufficient_credits|moderation_blocked|
    JOB_STATE_FAILED|TASK_STATUS_FAILED|generation-failed|processing_failed|error_processing|failed_after_retries|retry_failed|
    max_retries_exceeded|failed_no_retry|Error: out of memory|user_cancelled|cancelled_by_user|CANCELLED|terminated|job.expired|
    task:error|unsuccessful|not_successful|payment_required|quota_exceeded|stopped|crashed|safety|PROHIBITED_CONTENT|interrupted|
    unknown_error|SYSTEM_ERROR|internalError|removed|missing|Failure|rejected_by_moderation|content_filter|cancelled_while_pending`,
  ],
  ['queued', 'JOB_STATE_QUEUED|JOB_STATE_PENDING|In Queue|NOT_STARTED|not started|notStarted|task_pending|accepted'],
  [
    'running',
    `InProgress|inProgress|IN PROGRESS|in-progress|in.progress|pre-processing|Pre Processing|PreProcessing|JOB_STATE_RUNNING|
    video_processing|error_retrying|failed_will_retry|retrying|not_ready|Not Ready|video generating|TASK_STATUS_PROCESSING`,
  ],
  [
    'completed',
    `completed_with_errors|COMPLETED_WITH_WARNINGS|completed_without_errors|JOB_STATE_SUCCEEDED|TASK_STATUS_SUCCEED|
    Completed Successfully|processing_completed|video_ready|generation_complete|partially_completed|finished with errors`,
  ],
  [
    undefined,
    `cancelling|canceling|aborting|terminating|moderating|not_failed|no_error|not_blocked|pending_moderation|awaiting_moderation|
    moderation|cancel_requested|pending_cancellation|marinating|warming_up|50% complete|incomplete|nearly done|unfailing|errands|
    upload_complete|constructor|will_be_deleted|…|失败了`,
  ],
]

const each = readings.flatMap(([state, words]) => words.split('|').map((word) => [word.trim(), state] as const))

it.each(each)('the word “%s” means %s', (word, state) => {
  expect(jobState(word)).toBe(state)
})
