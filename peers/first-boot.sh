#!/bin/sh
# Boots the network of a host in namespaces of its own: NICs (veth), D-Bus, and NetworkManager with the profiles of a directory.
# Prints the links with their addresses, and the default routes of both families as JSON, when the host has all ADDRESSes or after 40 seconds.
# Usage: NICS='NAME=MAC …' unshare --net --mount --uts --pid --fork --mount-proc first-boot.sh DIRECTORY ADDRESS…
set -eu
directory=$1
shift
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/lib/NetworkManager
# Without udev, NetworkManager only manages devices if it can't write to /sys.
mount -t sysfs -o ro sysfs /sys
mkdir /run/dbus /run/NetworkManager
ip link set lo up
number=0
for nic in $NICS; do
  # The other end is the port of the switch.
  ip link add "${nic%%=*}" address "${nic#*=}" type veth peer name "switch$number" mtu 9000
  ip link set "switch$number" up
  number=$((number + 1))
done
chmod 600 "$directory"/*.nmconnection
cat >"$directory/NetworkManager.conf" <<END
[main]
plugins=keyfile
dns=none
rc-manager=unmanaged
hostname-mode=none
no-auto-default=*
[keyfile]
path=$directory
unmanaged-devices=interface-name:switch*
END
dbus-daemon --system --fork --nopidfile
NetworkManager --no-daemon --config="$directory/NetworkManager.conf" --config-dir=/run/none --system-config-dir=/run/none \
  --intern-config=/run/intern.conf --state-file=/run/NetworkManager.state --pid-file=/run/nm.pid 2>"$directory/log" &
# It has started when all profiles with a device are active.
nm-online -s -q -t 30 || true
for try in $(seq 80); do
  missing=0
  for address in "$@"; do ip -o address | grep -qF " $address " || missing=1; done
  # Addresses of IPv6 are tentative until the host knows that no other host has them.
  if ip -o address | grep -qE 'tentative|NO-CARRIER'; then missing=1; fi
  [ "$missing" = 0 ] && break
  sleep 0.5
done
printf '{"links": %s, "routes": [%s, %s]}\n' "$(ip -j address)" "$(ip -j route show default)" "$(ip -j -6 route show default)"
