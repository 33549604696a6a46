import { lines, type Scenario, times } from '../scenario.ts'

/** What tells of machines, networks and files; no other set has these programs. */
export const laterMachines: readonly Scenario[] = [
  {
    id: 'systemd-security',
    capture(box) {
      box.write({
        'scanner.service':
          '[Unit]\nDescription=Scans incoming letters\n[Service]\nExecStart=/usr/bin/sleep 100\nUser=scanner\nNoNewPrivileges=yes\nProtectSystem=strict\nPrivateTmp=yes\nProtectHome=yes\nMemoryDenyWriteExecute=yes\n',
      })
      return box.shell('systemd-analyze security --no-pager --offline=yes ./scanner.service')
    },
  },
  {
    id: 'journalctl',
    standIn: 'the entries were imported; journalctl is real',
    capture(box) {
      const entry = (
        second: number,
        unit: string,
        pid: number,
        text: string,
        priority = 6,
      ): string =>
        `__REALTIME_TIMESTAMP=${(1_789_000_000 + second) * 1_000_000}\n__MONOTONIC_TIMESTAMP=${second * 1_000_000}\n_BOOT_ID=5f2c3d6b1a0e4c7d8b9a0c1d2e3f4a5b\n_MACHINE_ID=0a1b2c3d4e5f60718293a4b5c6d7e8f9\n_HOSTNAME=build-1\nPRIORITY=${priority}\nSYSLOG_IDENTIFIER=${unit}\n_PID=${pid}\nMESSAGE=${text}\n\n`
      const noise = (n: number): string =>
        n % 5 === 0
          ? entry(n * 7, 'CRON', 900 + n, `(root) CMD (run-parts /etc/cron.hourly)`)
          : n % 3 === 0
            ? entry(
                n * 7,
                'sshd',
                1200 + n,
                `Accepted publickey for deploy from 192.0.2.${n} port ${40_000 + n} ssh2`,
              )
            : entry(n * 7, 'letters', 611, `sorted ${n * 13} letters in ${n} ms`)
      box.write({
        'entries.export':
          times(90, noise).join('') +
          entry(
            634,
            'kernel',
            0,
            'EXT4-fs warning (device sdb1): ext4_dx_add_entry:2516: Directory (ino: 131074) index full, reach max htree level :2',
            4,
          ) +
          entry(641, 'letters', 611, 'cannot store letter 8841: No space left on device', 3) +
          entry(
            642,
            'systemd',
            1,
            'letters.service: Main process exited, code=exited, status=74/IOERR',
            5,
          ) +
          entry(642, 'systemd', 1, "letters.service: Failed with result 'exit-code'.", 4) +
          entry(
            652,
            'systemd',
            1,
            'letters.service: Scheduled restart job, restart counter is at 1.',
          ) +
          times(60, (n) => noise(n + 94)).join('') +
          entry(
            1200,
            'sshd',
            1777,
            'Failed password for invalid user oracle from 203.0.113.77 port 52110 ssh2',
            5,
          ) +
          times(40, (n) => noise(n + 172)).join(''),
      })
      return box.shell(
        '/lib/systemd/systemd-journal-remote --output=./all.journal ./entries.export > /dev/null 2>&1; journalctl --no-pager -o short-iso --file all.journal',
      )
    },
  },
  {
    id: 'fio',
    capture: (box) =>
      box.shell(
        'fio --name=random-read --rw=randread --bs=4k --size=32m --runtime=3 --time_based --ioengine=psync --direct=0 --randrepeat=1 --name=steady-write --stonewall --rw=write --bs=128k --size=48m --end_fsync=1',
      ),
  },
  {
    id: 'iperf3',
    capture: (box) =>
      box.shell(
        'iperf3 -s -1 -p 18541 > /dev/null & sleep 0.5; iperf3 -c 127.0.0.1 -p 18541 -t 4 -i 0.1 -b 300M -P 1; wait',
      ),
  },
  {
    id: 'mpstat',
    capture: (box) => box.shell("mpstat -P ALL 1 8 | sed 's/^Linux [^ ]*/Linux 6.1.0-28-amd64/'"),
  },
  {
    id: 'rsync',
    capture(box) {
      box.write(
        Object.fromEntries([
          ...times(70, (n) => [`from/photos/2026/${n}.txt`, `photo ${n}\n`] as const),
          ...times(30, (n) => [`from/letters/${n}.txt`, `letter ${n}\n`] as const),
          ...times(
            65,
            (n) =>
              [
                `to/photos/2026/${n}.txt`,
                n === 21 ? 'photo, retouched\n' : `photo ${n}\n`,
              ] as const,
          ),
          ...times(20, (n) => [`to/letters/${n}.txt`, `letter ${n}\n`] as const),
          ['to/photos/2025/old-barn.txt', 'barn\n'],
          ['to/taxes.txt', 'paid\n'],
        ]),
      )
      return box.shell(
        'find from to -type f -exec touch -d 2026-03-01 {} +; touch -d 2026-04-02 to/photos/2026/21.txt; chmod 600 from/letters/7.txt; rsync -ain --delete --stats from/ to/',
      )
    },
  },
  {
    id: 'tcpdump',
    capture: (box) =>
      box.shell(
        "tcpdump -i lo -U -w cap.pcap 'tcp and (port 18542 or port 18543)' > /dev/null 2>&1 & pid=$!; sleep 1; python3 -m http.server 18542 --bind 127.0.0.1 > /dev/null 2>&1 & web=$!; sleep 1; for n in 1 2 3 4 5 6; do curl -s -o /dev/null http://127.0.0.1:18542/page-$n; done; curl -s -o /dev/null http://127.0.0.1:18543/; curl -s -o /dev/null http://127.0.0.1:18542/late; sleep 1; kill $web $pid; sleep 0.5; tcpdump -nn -r cap.pcap",
      ),
  },
  {
    id: 'ldapsearch',
    capture(box) {
      box.write({
        'slapd.conf':
          'include /etc/ldap/schema/core.schema\ninclude /etc/ldap/schema/cosine.schema\ninclude /etc/ldap/schema/inetorgperson.schema\nmodulepath /usr/lib/ldap\nmoduleload back_mdb\npidfile ./pid\ndatabase mdb\nsuffix "dc=example,dc=org"\nrootdn "cn=admin,dc=example,dc=org"\nrootpw secret\ndirectory ./db\n',
        'people.ldif': `dn: dc=example,dc=org\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n\ndn: ou=people,dc=example,dc=org\nobjectClass: organizationalUnit\nou: people\n\n${lines(45, (n) => `dn: uid=p${n},ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: p${n}\ncn: Person ${n}\nsn: Number${n}\ntelephoneNumber: +44 20 7946 0${100 + n}\ntitle: ${n === 27 ? 'Harbour master' : n % 2 === 0 ? 'Clerk' : 'Sailor'}\nroomNumber: ${n % 7}.${n}\nmail: p${n}@example.org\n${n === 33 ? 'description: left on 30 June\n' : ''}`)}\ndn: cn=pilots,dc=example,dc=org\nobjectClass: groupOfNames\ncn: pilots\nmember: uid=p3,ou=people,dc=example,dc=org\nmember: uid=p19,ou=people,dc=example,dc=org\n`,
      })
      return box.shell(
        'mkdir db; slapadd -f slapd.conf -l people.ldif > /dev/null 2>&1; slapd -f slapd.conf -h ldap://127.0.0.1:18544; sleep 1; ldapsearch -x -H ldap://127.0.0.1:18544 -b dc=example,dc=org; kill $(cat pid)',
      )
    },
  },
  {
    id: 'nft',
    capture(box) {
      box.write({
        'rules.nft': `table inet filter {\n  set allowed { type ipv4_addr; elements = { 192.0.2.10, 192.0.2.11, 198.51.100.4 } }\n  chain input {\n    type filter hook input priority 0; policy drop;\n    iif lo accept\n    ct state established,related accept\n    tcp dport 22 ip saddr @allowed accept\n    tcp dport { 80, 443 } accept\n${lines(30, (n) => `    udp dport ${7000 + n} ip saddr 10.0.${n}.0/24 counter accept comment "meter ${n}"`)}\n    tcp dport 5432 ip saddr 10.0.0.0/8 accept comment "database"\n    icmp type echo-request limit rate 5/second accept\n    log prefix "dropped: " counter drop\n  }\n  chain forward { type filter hook forward priority 0; policy accept; }\n}\ntable ip nat {\n  chain postrouting { type nat hook postrouting priority 100; oifname "wan0" masquerade; }\n  chain prerouting { type nat hook prerouting priority -100; tcp dport 8443 dnat to 10.0.3.9:443; }\n}\n`,
      })
      return box.shell(
        'unshare -n bash -c "/usr/sbin/nft -f rules.nft && /usr/sbin/nft list ruleset"',
      )
    },
  },
  {
    id: 'strace-count',
    capture(box) {
      return box.shell(
        'mkdir d; for n in $(seq 300); do echo $n > d/$n; done; strace -f -c -S calls bash -c "cat d/* | sort -n | tail -3; ls missing; cat nowhere"',
      )
    },
  },
  {
    id: 'pmap',
    capture: (box) =>
      box.shell(
        'python3 -c "import ssl, sqlite3, time; x = bytearray(48_000_000); time.sleep(20)" & sleep 2; pmap -x $!; kill $!',
      ),
  },
  {
    id: 'ffprobe',
    capture: (box) =>
      box.shell(
        'ffmpeg -loglevel error -f lavfi -i testsrc=size=640x360:rate=24:duration=3 -f lavfi -i sine=frequency=440:duration=3 -f lavfi -i sine=frequency=220:duration=3 -map 0 -map 1 -map 2 -c:v mpeg4 -c:a:0 aac -c:a:1 ac3 -metadata title="Low tide" -metadata:s:a:1 language=fre -ar:a:1 48000 film.mkv; ffprobe -hide_banner -show_format -show_streams film.mkv',
      ),
  },
  {
    id: 'keytool',
    capture: (box) =>
      box.shell(
        `${lines(7, (n) => `keytool -genkeypair -keystore keys.p12 -storepass changeit -keypass changeit -alias gate-${n} -dname "CN=gate-${n}.example.org, O=Example" -keyalg ${n === 4 ? 'RSA -keysize 1024' : 'EC -groupname secp256r1'} -validity ${n === 6 ? 9 : 300 + n} -startdate '2026/11/01 00:00:00' > /dev/null 2>&1`)}\nkeytool -list -v -keystore keys.p12 -storepass changeit`,
      ),
  },
  {
    id: 'lynis',
    capture: (box) =>
      box.shell(
        'env -i PATH=$PATH LC_ALL=C.UTF-8 HOME=$PWD lynis audit system --no-colors --quick --tests-from-group "ssh authentication kernel_hardening file_permissions banners scheduling logging time accounting storage homedirs shells" --logfile $PWD/log --report-file $PWD/report | grep -v Facter',
      ),
  },
  {
    id: 'exiftool',
    capture: (box) =>
      box.shell(
        'ffmpeg -loglevel error -f lavfi -i testsrc=size=800x600:duration=1 -frames:v 1 photo.jpg; exiftool -q -overwrite_original -Make=Leica -Model=M6 -ExposureTime=1/60 -FNumber=5.6 -ISO=400 -DateTimeOriginal="2026:03:14 17:42:10" -GPSLatitude=48.38 -GPSLatitudeRef=N -GPSLongitude=4.49 -GPSLongitudeRef=W -Artist=dev -Copyright="CC BY 4.0" -LensModel="Summicron 35" -FocalLength=35 -Flash=16 photo.jpg; exiftool -G -FileModifyDate= photo.jpg | head -2; exiftool -G photo.jpg',
      ),
  },
]
