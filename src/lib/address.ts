import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+)):\d+$/

const network64 = (address: string): string => {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** An address as a budget knows it: without a port, IPv4 in its own form, IPv6 by its /64 network. */
export const budgetAddress = (text: string): string => {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? []
  const bare = bracketed ?? plain ?? text
  const address = MAPPED.exec(bare)?.[1] ?? bare
  if (isIPv4(address)) return address
  return isIPv6(address) ? network64(address) : 'unknown'
}
