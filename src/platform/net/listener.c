// SPDX-License-Identifier: MIT
#include "platform/net/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

Address address_of(const struct sockaddr *socket_address)
{
    Address address = { .text = "?" };
    if (socket_address->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)socket_address;
        inet_ntop(AF_INET, &in->sin_addr, address.text, sizeof address.text);
        address.loopback = ntohl(in->sin_addr.s_addr) >> 24 == 127;
        address.any = in->sin_addr.s_addr == htonl(INADDR_ANY);
    } else if (socket_address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in = (const void *)socket_address;
        const struct in6_addr *bytes = &in->sin6_addr;
        address.ipv6 = !IN6_IS_ADDR_V4MAPPED(bytes);
        if (address.ipv6)
            inet_ntop(AF_INET6, bytes, address.text, sizeof address.text);
        else
            inet_ntop(AF_INET, &bytes->s6_addr[12], address.text, sizeof address.text);
        address.loopback = address.ipv6 ? IN6_IS_ADDR_LOOPBACK(bytes) : bytes->s6_addr[12] == 127;
        address.any = IN6_IS_ADDR_UNSPECIFIED(bytes);
    }
    return address;
}

// The next address in canonical form; false at the end. An invalid one stays as it is.
static bool next_address(Text *rest, char text[INET6_ADDRSTRLEN], bool *fine)
{
    while (rest->length && (*rest->at == ',' || *rest->at == ' ')) {
        rest->at++;
        rest->length--;
    }
    size_t length = 0;
    while (length < rest->length && rest->at[length] != ',' && rest->at[length] != ' ')
        length++;
    Out out = out_to(text, INET6_ADDRSTRLEN);
    out_text(&out, (Text){ rest->at, length });
    *rest = (Text){ rest->at + length, rest->length - length };
    struct in6_addr bytes; // large enough for both families
    int family = strchr(text, ':') ? AF_INET6 : AF_INET;
    *fine = length < INET6_ADDRSTRLEN && inet_pton(family, text, &bytes) == 1;
    if (*fine) inet_ntop(family, &bytes, text, INET6_ADDRSTRLEN);
    return length > 0;
}

bool addresses_read(const char *list, Fault *why)
{
    Text rest = text_of(list ? list : "");
    char text[INET6_ADDRSTRLEN];
    bool fine;
    while (next_address(&rest, text, &fine))
        if (!fine) {
            fault(why, MALFORMED,
                  "%q is no address of a proxy: numbers like 192.0.2.7 or 2001:db8::7",
                  text_of(text));
            return false;
        }
    return true;
}

bool addresses_have(const char *list, const Address *address)
{
    Text rest = text_of(list ? list : "");
    char text[INET6_ADDRSTRLEN];
    bool fine;
    while (next_address(&rest, text, &fine))
        if (fine && !strcmp(text, address->text)) return true;
    return false;
}

static int port_of(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET6)
        return ntohs(((const struct sockaddr_in6 *)(const void *)address)->sin6_port);
    return ntohs(((const struct sockaddr_in *)(const void *)address)->sin_port);
}

static void set_port(struct sockaddr_storage *address, int port)
{
    if (address->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)(void *)address)->sin6_port = htons((u16)port);
    else
        ((struct sockaddr_in *)(void *)address)->sin_port = htons((u16)port);
}

// A listening socket, or -1 with errno set.
static int open_socket(const struct sockaddr_storage *address, socklen_t length)
{
    int fd = socket(address->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    const int on = 1, off = 0;
    // Otherwise a restart would wait for connections that the kernel still remembers.
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->ss_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY,
                   address_of((const void *)address).any ? &off : &on, sizeof on);
    if (!bind(fd, (const void *)address, length) && !listen(fd, BACKLOG)) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static ListenStatus add(Listener *listener, const struct addrinfo *info, Fault *why)
{
    struct sockaddr_storage address = { 0 };
    socklen_t length = info->ai_addrlen;
    memcpy(&address, info->ai_addr, length);
    set_port(&address, listener->port);
    Address shown = address_of((const void *)&address);
    for (int i = 0; i < listener->count; i++) // a name may resolve to an address twice
        if (!strcmp(listener->address[i].text, shown.text)) return LISTENING;
    int fd = open_socket(&address, length);
    if (fd < 0) {
        int error = errno;
        fault(why, ILLEGAL, "cannot listen on %s port %d: %s", shown.text, listener->port,
              error == EADDRINUSE ? "the port is in use" : strerror(error));
        return error == EADDRINUSE ? LISTEN_PORT_IN_USE : LISTEN_FAILED;
    }
    getsockname(fd, (void *)&address, &length);
    listener->port = port_of(&address);
    listener->fd[listener->count] = fd;
    listener->address[listener->count++] = shown;
    return LISTENING;
}

// Adds every address of a host name.
static ListenStatus add_host(Listener *listener, const char *host, Fault *why)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *found;
    int error = getaddrinfo(host, NULL, &hints, &found);
    if (error) {
        fault(why, MALFORMED, "unknown host %q: %s", text_of(host), gai_strerror(error));
        return LISTEN_FAILED;
    }
    ListenStatus status = LISTENING;
    for (const struct addrinfo *info = found; info; info = info->ai_next) {
        if (listener->count == LISTENERS_MAX || status == LISTEN_PORT_IN_USE) break;
        status = add(listener, info, why);
    }
    freeaddrinfo(found);
    return status;
}

ListenStatus listener_open(Listener *listener, const char *host, int port, Fault *why)
{
    *listener = (Listener){ .port = port };
    // Browsers resolve this name to both addresses, whatever the machine's files say. So must we,
    // or another program could answer in our place.
    bool localhost = !strcmp(host, "localhost");
    ListenStatus status = add_host(listener, localhost ? "127.0.0.1" : host, why);
    if (localhost && status == LISTENING) status = add_host(listener, "::1", why);
    // An address that this machine lacks (::1 without IPv6) is no error if there is another one; a
    // port in use on one of them is.
    if (listener->count && status != LISTEN_PORT_IN_USE) return LISTENING;
    listener_close(listener);
    return status;
}

void listener_close(Listener *listener)
{
    for (int i = 0; i < listener->count; i++)
        close(listener->fd[i]);
    listener->count = 0;
}
