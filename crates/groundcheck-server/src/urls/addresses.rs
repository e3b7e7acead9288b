//! Which addresses are of the public internet.
//!
//! Sources: the IANA registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890 and its successors), RFC 9637 (3fff::/20),
//! RFC 4291 (what IPv6 calls global unicast). Ranges that the registries call globally reachable but that lead back to IPv4 (NAT64,
//! 6to4, Teredo) are refused too: which address they end at is for others to say. `std`'s own `is_global` is not stable.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use groundcheck_types::UrlRule;

/// A range of IPv4: first address, length of its prefix in bits, its rule.
type V4 = ([u8; 4], u32, UrlRule);
/// A range of IPv6 by its first four groups, which is more than any prefix here needs, and likewise.
type V6 = ([u16; 4], u32, UrlRule);

/// The first range that holds the address decides.
const IPV4: &[V4] = &[
    ([0, 0, 0, 0], 8, UrlRule::Unspecified),
    ([127, 0, 0, 0], 8, UrlRule::Loopback),
    ([10, 0, 0, 0], 8, UrlRule::Private),
    ([172, 16, 0, 0], 12, UrlRule::Private),
    ([192, 168, 0, 0], 16, UrlRule::Private),
    ([100, 64, 0, 0], 10, UrlRule::SharedSpace),
    ([169, 254, 0, 0], 16, UrlRule::LinkLocal),
    // Azure's own services; a public address by every registry.
    ([168, 63, 129, 16], 32, UrlRule::PlatformService),
    ([192, 0, 0, 0], 24, UrlRule::ProtocolAssignment),
    ([192, 0, 2, 0], 24, UrlRule::Documentation),
    ([198, 51, 100, 0], 24, UrlRule::Documentation),
    ([203, 0, 113, 0], 24, UrlRule::Documentation),
    ([198, 18, 0, 0], 15, UrlRule::Benchmarking),
    ([192, 88, 99, 0], 24, UrlRule::RelayAnycast),
    ([224, 0, 0, 0], 4, UrlRule::Multicast),
    ([240, 0, 0, 0], 4, UrlRule::Reserved),
];

/// The first range that holds the address decides. What is outside 2000::/3 and in none of them is reserved.
const IPV6: &[V6] = &[
    ([0xfe80, 0, 0, 0], 10, UrlRule::LinkLocal),
    ([0xfec0, 0, 0, 0], 10, UrlRule::SiteLocal),
    ([0xfc00, 0, 0, 0], 7, UrlRule::UniqueLocal),
    ([0xff00, 0, 0, 0], 8, UrlRule::Multicast),
    ([0x64, 0xff9b, 0, 0], 32, UrlRule::EmbeddedIpv4),
    ([0x2002, 0, 0, 0], 16, UrlRule::EmbeddedIpv4),
    ([0x2001, 0, 0, 0], 32, UrlRule::Teredo),
    ([0x2001, 0xdb8, 0, 0], 32, UrlRule::Documentation),
    ([0x3fff, 0, 0, 0], 20, UrlRule::Documentation),
    ([0x2001, 0, 0, 0], 23, UrlRule::ProtocolAssignment),
    ([0x2000, 0, 0, 0], 3, UrlRule::PublicAddress),
];

/// The rule for an address: [`UrlRule::PublicAddress`], or the range that keeps it from being asked.
///
/// ```
/// use groundcheck_server::urls::addresses::rule_of;
/// use groundcheck_types::UrlRule;
///
/// assert_eq!(rule_of("169.254.169.254".parse().unwrap()), UrlRule::LinkLocal);
/// assert_eq!(rule_of("8.8.8.8".parse().unwrap()), UrlRule::PublicAddress);
/// ```
#[must_use]
pub fn rule_of(address: IpAddr) -> UrlRule {
    match address {
        IpAddr::V4(address) => ipv4(address),
        IpAddr::V6(address) => ipv6(address),
    }
}

fn ipv4(address: Ipv4Addr) -> UrlRule {
    let bits = u32::from(address);
    let holds = |(first, length, _): &&V4| {
        // No prefix is shorter than a bit, so the shift is in range.
        let outside = 32 - length;
        bits >> outside == u32::from(Ipv4Addr::from(*first)) >> outside
    };
    IPV4.iter().find(holds).map_or(UrlRule::PublicAddress, |(_, _, rule)| *rule)
}

fn ipv6(address: Ipv6Addr) -> UrlRule {
    let segments = address.segments();
    match segments {
        [0, 0, 0, 0, 0, 0, 0, 0] => return UrlRule::Unspecified,
        [0, 0, 0, 0, 0, 0, 0, 1] => return UrlRule::Loopback,
        // Compatible, mapped and translated: ::a.b.c.d, ::ffff:a.b.c.d, ::ffff:0:a.b.c.d.
        [0, 0, 0, 0, 0 | 0xffff, 0 | 0xffff, _, _] => return UrlRule::EmbeddedIpv4,
        _ => {}
    }
    let four = |segments: [u16; 4]| segments.iter().fold(0u64, |bits, segment| bits << 16 | u64::from(*segment));
    let bits = four([segments[0], segments[1], segments[2], segments[3]]);
    let holds = |(first, length, _): &&V6| {
        let outside = 64 - length;
        bits >> outside == four(*first) >> outside
    };
    IPV6.iter().find(holds).map_or(UrlRule::Reserved, |(_, _, rule)| *rule)
}

/// Whether an operator may allow addresses of this rule by their host's name: networks of one's own. Never what a link-local or
/// multicast address leads to, where clouds keep credentials.
#[must_use]
pub fn can_be_allowed(rule: UrlRule) -> bool {
    matches!(rule, UrlRule::Loopback | UrlRule::Private | UrlRule::SharedSpace | UrlRule::UniqueLocal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_end_where_the_registries_say() {
        for (rule, addresses) in [
            (
                UrlRule::PublicAddress,
                "1.0.0.0 1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 \
                 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 \
                 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 \
                 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 \
                 2001:200:: 2001:4860:4860::8888 2001:db7:ffff:: 2001:db9:: 2003:: 2606:4700::1111 3ffe:: 3fff:1000::",
            ),
            (UrlRule::Unspecified, "0.0.0.0 0.255.255.255 ::"),
            (UrlRule::Loopback, "127.0.0.0 127.0.0.1 127.255.255.255 ::1"),
            (UrlRule::Private, "10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255"),
            (UrlRule::SharedSpace, "100.64.0.0 100.100.100.200 100.127.255.255"),
            (UrlRule::LinkLocal, "169.254.0.0 169.254.169.254 169.254.255.255 fe80:: fe80::1 febf:ffff::"),
            (UrlRule::PlatformService, "168.63.129.16"),
            (UrlRule::ProtocolAssignment, "192.0.0.0 192.0.0.192 192.0.0.255 2001:1:: 2001:20::1 2001:1ff:ffff::"),
            (UrlRule::Documentation, "192.0.2.1 198.51.100.255 203.0.113.0 2001:db8:ffff:: 3fff:: 3fff:fff:ffff::"),
            (UrlRule::Benchmarking, "198.18.0.0 198.19.255.255"),
            (UrlRule::RelayAnycast, "192.88.99.0 192.88.99.255"),
            (UrlRule::Multicast, "224.0.0.0 239.255.255.255 ff00:: ff02::1 ffff::"),
            (
                UrlRule::Reserved,
                "240.0.0.0 255.255.255.254 255.255.255.255 100::1 1fff:ffff:: 4000:: 5f00:: fbff:ffff::",
            ),
            (UrlRule::UniqueLocal, "fc00:: fd00:ec2::254 fdff:ffff::"),
            (UrlRule::SiteLocal, "fec0:: feff:ffff::"),
            (
                UrlRule::EmbeddedIpv4,
                "::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:10.0.0.1 ::127.0.0.1 ::2 64:ff9b::8.8.8.8 64:ff9b:1::1 \
                 2002:7f00:1:: 2002:ffff:ffff::",
            ),
            (UrlRule::Teredo, "2001:: 2001::1 2001:0:ffff::"),
        ] {
            for address in addresses.split_whitespace() {
                assert_eq!(rule_of(address.parse().unwrap()), rule, "{address}");
            }
        }
    }

    #[test]
    fn the_metadata_of_a_cloud_is_never_allowed_by_name() {
        for address in ["169.254.169.254", "168.63.129.16", "192.0.0.192", "fe80::1", "::ffff:10.0.0.1", "0.0.0.0"] {
            assert!(!can_be_allowed(rule_of(address.parse().unwrap())), "{address}");
        }
    }
}
