// SPDX-License-Identifier: MIT
#include "server/client.h"

#include <stdlib.h>

void client_send(Client *client, Frame *frame)
{
    if (!client->socket) return;
    socket_send(client->socket, frame);
    client->hub->setup.metrics->frames++;
}

void client_send_json(Client *client)
{
    Json *json = &client->hub->json;
    Frame *frame = json->failed ? NULL : frame_new(js_view(json));
    client_send(client, frame);
    frame_release(frame);
}

Json *hub_fresh(Hub *hub)
{
    js_clear(&hub->json);
    return &hub->json;
}

void client_refuse(Client *client, i64 n, const char *code, const char *text)
{
    message_write_error(hub_fresh(client->hub), n, code, text, ALLOWED);
    client_send_json(client);
}

void client_accept(Client *client, i64 n, i64 game)
{
    if (n < 0) return; // nobody asked to know
    message_write_ok(hub_fresh(client->hub), n, game);
    client_send_json(client);
}

void hub_publish(Hub *hub, Topic topic)
{
    if (!hub->json.failed) bus_publish(hub->setup.bus, topic, js_view(&hub->json));
}

void client_free_if_done(Client *client)
{
    if (client->socket || client->pending) return;
    free(client->watch);
    free(client);
}
