const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+,[^/?@]*)([/?].*)?$/
const WANTED = /([?&])target_session_attrs=([^&]*)(&|$)/

/** As in libpq, `h1:5432,h2:5432` names several servers. Returns a URL for each. */
export const hostUrls = (url: string): string[] => {
  const plain = url.replace(WANTED, (_all, before, _wanted, after) => (after === '&' ? before : ''))
  const [, head, hosts, tail = ''] = PARTS.exec(plain) ?? []
  return hosts === undefined ? [plain] : hosts.split(',').map(host => `${head}${host}${tail}`)
}
