/**
 * Hosts that no outgoing call may reach, in spellings an attacker might try
 * (docs/contract/invariants.md#16).
 */
export const REFUSED_HOSTS: readonly string[] = [
  // Loopback in IPv4
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.000.000.001',
    '127.0.0.1.',
    '127.1.',
    '127.255.255.254',
  ],
  ...['0177.0.0.1', '0177.0.0.01', '0177.1', '017700000001', '0x7f.0.0.1', '0x7f.1', '0x7F000001'],
  ...['0X7f.0X0.0X0.0X1', '2130706433', '0x7f.0.1', '127.0x1', '127.0.01', '00000177.0.0.1'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127%2E1', '0x7f%2e1'],
  ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏'],
  // This host
  ...['0.0.0.0', '0', '00', '0x0', '0.0', '0.0.0.0.', '0.1.2.3'],
  // Private
  ...['10.0.0.1', '10.1', '012.0.0.1', '0xa.0.0.1', '167772161', '10.255.255.255'],
  ...['172.16.0.1', '172.31.255.254', '0xac100001', '2886729729'],
  ...['192.168.0.1', '192.168.1', '0xc0a80001', '3232235521', '0300.0250.0.1'],
  // Link-local, metadata, carrier NAT
  ...['169.254.169.254', '169.254.43518', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
  ...['169.254.169.254.', '169.254.170.2', '①⑥⑨.②⑤④.①⑥⑨.②⑤④', '100.64.0.1', '100.100.100.200'],
  ...['100.127.255.255', '168.63.129.16'],
  // Protocols, documentation, benchmarks, multicast, reserved
  ...['192.0.0.1', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '0xffffffff', '4294967295'],
  // IPv6: unspecified, loopback, IPv4 inside
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0.0.0.1]',
  ],
  ...['[::2]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]'],
  ...[
    '[::FFFF:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:192.168.0.1]',
  ],
  ...['[::ffff:0.0.0.0]', '[::ffff:255.255.255.255]', '[::ffff:0:127.0.0.1]', '[::ffff:8.8.8.8]'],
  // NAT64, 6to4, Teredo
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:0001::1]', '[2002:a9fe:a9fe::]', '[2002:c0a8:1::1]'],
  ...['[2001::1]', '[2001:0:7f00:1::]', '[2001:0000:4136:e378:8000:63bf:3fff:fdd2]'],
  // Documentation, benchmarks, ORCHID, AS112
  ...[
    '[2001:db8::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[3fff::1]',
    '[2620:4f:8000::1]',
  ],
  // Unique local, link-local, site-local, multicast, discard, unassigned
  ...['[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[fdff::]', '[fe80::1]', '[fe80::a9fe:a9fe]'],
  ...['[febf::1]', '[fec0::1]', '[ff02::1]', '[ff00::]', '[ff0e::1]', '[100::1]', '[100:0:0:1::1]'],
  ...['[5f00::1]', '[4000::1]', '[8000::1]', '[e000::1]', '[1::1]'],
  // Names that are local by definition
  ...['localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'foo.localhost.', 'loc%61lhost'],
  ...['ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost.localdomain', 'printer.local', 'router.lan'],
  ...['metadata.google.internal', 'metadata.google.internal.', 'nas.home.arpa', 'db.internal'],
];

/** Whole URLs that lead to a refused host, or aren't valid webhook URLs. */
export const REFUSED_URLS: readonly string[] = [
  'https://example.com@127.0.0.1:PORT/',
  'https://user:secret@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT#@example.com/',
  'https://127.0.0.1:PORT\\@example.com/',
  'https:/127.0.0.1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  'HTTPS://127.0.0.1:PORT/',
  '  https://127.0.0.1:PORT/  ',
  'https://\t127.0.0.1:PORT/',
  'https://127.0.\n0.1:PORT/',
  'http://127.0.0.1:PORT/',
  'http://example.com/',
  '//127.0.0.1:PORT/',
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_x',
  'ws://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  'https://[fe80::1%25lo]:PORT/',
  'https://[::1]:PORT:80/',
  'https://256.256.256.256:PORT/',
  'https://0x7f.0.0.0.1:PORT/',
  'https:///',
];
