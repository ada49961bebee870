/** Rate, errors and duration of every operation, and the gauges of the subgraphs, for Prometheus. */
import { Gauge, Histogram, Registry } from 'prom-client'

/** A figure that is read at each scrape: a backlog, a lag, a balance. */
export interface GaugeSource {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  read(): Promise<readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]>
}

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void
  /** A stream of events has ended, which lives as long as its reader wants. */
  observeStream(operation: string, seconds: number): void
  text(): Promise<string>
  readonly contentType: string
}

const STREAM_SECONDS_BUCKETS = [1, 10, 60, 600, 3_600, 6 * 3_600, 24 * 3_600]
const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30]

export function createMetrics(gauges: readonly GaugeSource[] = []): Metrics {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by operation and status class.',
    labelNames: ['operation', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  const streams = new Histogram({
    name: 'event_stream_duration_seconds',
    help: 'How long streams of server-sent events were open, by operation, once they have ended.',
    labelNames: ['operation'],
    buckets: STREAM_SECONDS_BUCKETS,
    registers: [registry],
  })
  for (const source of gauges) {
    const gauge = new Gauge({
      name: source.name,
      help: source.help,
      labelNames: [...(source.labels ?? [])],
      registers: [registry],
      async collect() {
        this.reset()
        for (const { labels, value } of await source.read())
          labels === undefined ? this.set(value) : this.set(labels, value)
      },
    })
    void gauge
  }
  return {
    observe: (operation, status, seconds) =>
      durations.observe({ operation, status: `${Math.floor(status / 100)}xx` }, seconds),
    observeStream: (operation, seconds) => streams.observe({ operation }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
