import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../../lib/clock.ts'

const MIB = 2 ** 20

export const READING = {
  graceMs: 10 * SECOND,
  bytesPerSecond: 16 * 1024,
  mostBytes: 64 * MIB,
  lookEveryMs: SECOND / 2,
}

export type UnreadAnswer = typeof READING

type Unread = { since: number; from: number }

/** Unread responses stay in our memory. */
export const cutOffSlowReaders = (
  server: Server,
  onCutOff: (facts: { bytes: number }) => void,
  { graceMs, bytesPerSecond, mostBytes, lookEveryMs }: UnreadAnswer = READING,
): void => {
  const sockets = new Set<Socket>()
  const unread = new Map<Socket, Unread>()

  const cutOff = (socket: Socket): void => {
    onCutOff({ bytes: socket.writableLength })
    unread.delete(socket)
    socket.destroy()
  }

  const isLate = (socket: Socket, { since, from }: Unread, now: number): boolean =>
    now - since > graceMs + ((socket.bytesWritten - from) / bytesPerSecond) * SECOND

  const note = (socket: Socket, now: number): void => {
    if (socket.writableLength === 0) unread.delete(socket)
    else if (!unread.has(socket))
      unread.set(socket, { since: now, from: socket.bytesWritten - socket.writableLength })
  }

  const look = (): void => {
    const now = performance.now()
    for (const socket of sockets) note(socket, now)
    for (const [socket, waiting] of unread) if (isLate(socket, waiting, now)) cutOff(socket)
    let bytes = 0
    for (const socket of unread.keys()) bytes += socket.writableLength
    for (const socket of unread.keys()) {
      if (bytes <= mostBytes) return
      bytes -= socket.writableLength
      cutOff(socket)
    }
  }

  const timer = setInterval(look, lookEveryMs).unref()
  server.on('close', () => clearInterval(timer))
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      unread.delete(socket)
    })
  })
}
