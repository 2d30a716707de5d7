import { maxHeaderSize, STATUS_CODES } from 'node:http'
import { type ErrorCode, Failure } from '../errors.ts'
import { requestId } from '../lib/random.ts'
import { failureBody } from './failure-reply.ts'

type Complaint = { status: number; error: ErrorCode; message: string }

const complaints: Record<string, Complaint> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'invalid_request',
    message: 'The request took too long to arrive. Send headers within 5 and the body within 30 seconds.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'request_too_large',
    message: `The headers are too large. The limit is ${maxHeaderSize / 1024} KiB for all of them together.`,
  },
}

const notHttp: Complaint = {
  status: 400,
  error: 'invalid_request',
  message: 'This is not a readable HTTP request.',
}

type Facts = { code: string | undefined; headers: Record<string, string>; publicUrl: string }

export const unreadable = ({ code, headers, publicUrl }: Facts): string => {
  const { status, error, message } = complaints[code ?? ''] ?? notHttp
  const id = requestId()
  const body = JSON.stringify(failureBody(new Failure(error, { message }), id, publicUrl))
  const lines = Object.entries({
    ...headers,
    'x-request-id': id,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
