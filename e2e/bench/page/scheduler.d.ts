/** The part of the Prioritized Task Scheduling API that the bench uses; TypeScript's own library does not name it. */
declare const scheduler: {
  postTask(task: () => void, options: { priority: 'background' | 'user-visible' | 'user-blocking' }): Promise<void>
}
