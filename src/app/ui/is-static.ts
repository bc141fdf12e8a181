/** Whether this is the static demo (`npm run build:static`), which no router serves: the sandbox answers in the net worker. */
export const isStatic = import.meta.env.MODE === 'static'
