import { expect, test } from 'vitest'
import { countersIn, mergeMetrics } from './ask-all.ts'

const process1 = `# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{route="/a"} 2
calls_total{route="/b"} 1

# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{le="1"} 1
seconds_bucket{le="+Inf"} 2
seconds_sum 3.5
seconds_count 2

# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes 100

# HELP jobs_due Jobs that are due.
# TYPE jobs_due gauge
jobs_due{task="mail"} 7

# HELP lag_seconds Delay.
# TYPE lag_seconds gauge
lag_seconds Nan
`

const process2 = `# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{route="/a"} 5
calls_total{route="/c"} 4

# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{le="1"} 3
seconds_bucket{le="+Inf"} 3
seconds_sum 0.5
seconds_count 3

# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes 50

# HELP jobs_due Jobs that are due.
# TYPE jobs_due gauge
jobs_due{task="mail"} 6

# HELP lag_seconds Delay.
# TYPE lag_seconds gauge
lag_seconds 0.2
`

test('counters, histograms and memory of processes are added; of what they all see in the database the highest counts', () => {
  expect(mergeMetrics([process1, process2])).toBe(`# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{route="/a"} 7
calls_total{route="/b"} 1
calls_total{route="/c"} 4

# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{le="1"} 4
seconds_bucket{le="+Inf"} 5
seconds_sum 4
seconds_count 5

# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes 150

# HELP jobs_due Jobs that are due.
# TYPE jobs_due gauge
jobs_due{task="mail"} 7

# HELP lag_seconds Delay.
# TYPE lag_seconds gauge
lag_seconds 0.2
`)
})

test('the metrics of one process stay as they are', () => {
  expect(mergeMetrics([process1])).toBe(process1)
})

test('of a process that ended, counters and histograms stay and gauges go', () => {
  expect(countersIn(process1)).toBe(process1.slice(0, process1.indexOf('\n# HELP memory_bytes')))
})
