// SPDX-License-Identifier: MIT
// Messages between nodes: an accepted message is written as it was read.
#include "fuzz.h"

#include "server/nodes/wire.h"

#include <stdlib.h>
#include <string.h>

static void write_again(const NodeNews *news)
{
    static char message[NODE_HEADER + NODE_NEWS_MAX];
    NodeMessage again;
    NodeNews read;
    node_header_write(message, 1, 2);
    size_t length = node_news_write(message + NODE_HEADER, news);
    if (length > NODE_NEWS_MAX) abort();
    if (!node_message_read((Text){ message, NODE_HEADER + length }, &again) ||
        !node_news_read(&again, &read))
        abort();
    if (read.kind != news->kind || read.game != news->game || read.events != news->events ||
        read.body.length != news->body.length)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NodeMessage message;
    NodeNews news;
    if (!node_message_read((Text){ (const char *)data, size }, &message)) return 0;
    while (node_news_read(&message, &news)) {
        bool fits = true;
        for (int i = 0; i < news.events; i++)
            fits &= news.event[i].body.length <= NODE_EVENT_BODY_MAX;
        if (fits) write_again(&news);
    }
    return 0;
}
