/** More than a connection has of them. */
const CURSORS_MAX = 100

/**
 * Resume for graphql-ws clients, in browsers and in Node: a subscription that is cut off goes on after the last event that was
 * received, without a gap or a duplicate, and without any code of the application.
 *
 *     const client = createClient(resumeSubscriptions({ url, connectionParams: { Authorization: `Bearer ${token}` } }))
 *
 * The service says where a subscription begins, and the cursor of each event. A client that connects again subscribes with the
 * same ids, and names the last cursor of each. To resume after the page or process has ended, store `Event.cursor` and subscribe
 * with `after`.
 *
 * @param {import('graphql-ws').ClientOptions} options those of `createClient`; token and the like best as a function
 * @returns {import('graphql-ws').ClientOptions} the same, with the resume
 */
export function resumeSubscriptions({
  connectionParams,
  on = {},
  jsonMessageReplacer = (_, value) => value,
  ...options
}) {
  /** Id of a subscription -> the cursor after which it goes on; those that were used last are last. */
  const cursors = new Map()
  /** Forgets what was ended while there was no connection, of which nothing tells, once others came after it. */
  const keep = (id, cursor) => {
    cursors.delete(id)
    cursors.set(id, cursor)
    if (cursors.size > CURSORS_MAX) cursors.delete(cursors.keys().next().value)
  }
  return {
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    ...options,
    async connectionParams() {
      const own = typeof connectionParams === 'function' ? await connectionParams() : connectionParams
      return { ...own, resume: Object.fromEntries(cursors) }
    },
    jsonMessageReplacer(key, value) {
      if (key === '' && value.type === 'subscribe' && cursors.has(value.id)) keep(value.id, cursors.get(value.id))
      if (key === '' && value.type === 'complete') cursors.delete(value.id)
      return jsonMessageReplacer.call(this, key, value)
    },
    on: {
      ...on,
      message(message) {
        const { id, type, payload } = message
        if (type === 'next' && payload.extensions?.cursor) keep(id, payload.extensions.cursor)
        if (type === 'ping') for (const [own, cursor] of Object.entries(payload?.resume ?? {})) keep(own, cursor)
        if (type === 'complete' || type === 'error') cursors.delete(id)
        on.message?.(message)
      },
    },
  }
}
