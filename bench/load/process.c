// SPDX-License-Identifier: MIT
#include "process.h"

#include "wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGS_MAX = 64, STORE_VALUE = 7, STOP_US = 20000000, STEP_US = 1000 };

static i64 started;

static int loopback(int port, bool listening)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((u16)port) };
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed = listening ? connect(file, (struct sockaddr *)&address, size)
                           : bind(file, (struct sockaddr *)&address, size);
    if (!failed) failed = getsockname(file, (struct sockaddr *)&address, &size);
    close(file);
    return failed ? 0 : ntohs(address.sin_port);
}

int free_port(void)
{
    return loopback(0, false);
}

static void become(Process *process)
{
    char port[16], store[512], page[512], log[512];
    char *argv[ARGS_MAX] = { (char *)process->program,
                             "serve",
                             "--port",
                             port,
                             "--host",
                             "127.0.0.1",
                             "--store",
                             store,
                             "--folder",
                             page,
                             "--connections",
                             "20000",
                             "--limits",
                             "0" };
    int count = 14;
    snprintf(port, sizeof port, "%d", process->port);
    snprintf(store, sizeof store, "%s/games.db", process->folder);
    snprintf(page, sizeof page, "%s/page", process->folder);
    snprintf(log, sizeof log, "%s/server.log", process->folder);
    for (char **extra = process->extra; extra && *extra && count < ARGS_MAX - 1; extra++)
        if (!strcmp(*extra, "--store") && extra[1])
            argv[STORE_VALUE] = *++extra; // avoids giving it twice
        else
            argv[count++] = *extra;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, 1);
    dup2(file, 2);
    execv(process->program, argv);
    _exit(127);
}

// The program may have been built without a page; the content doesn't matter.
static bool make_page(const Process *process)
{
    char path[512];
    snprintf(path, sizeof path, "%s/page", process->folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/page/index.html", process->folder);
    FILE *file = fopen(path, "w");
    return file && fputs("<!doctype html><title>Meydan</title>\n", file) >= 0 && !fclose(file);
}

bool process_start(Process *process)
{
    if (!make_page(process)) return false;
    started = now_us();
    process->pid = fork();
    if (!process->pid) become(process);
    return process->pid > 0;
}

i64 process_ready(Process *process, i64 within_us)
{
    while (now_us() < started + within_us) {
        if (loopback(process->port, true)) return now_us() - started;
        if (waitpid(process->pid, NULL, WNOHANG) == process->pid) {
            process->pid = 0;
            return -1;
        }
        usleep(STEP_US);
    }
    return -1;
}

int process_stop(Process *process)
{
    int status = -1;
    if (!process->pid) return -1;
    kill(process->pid, SIGTERM);
    i64 until = now_us() + STOP_US;
    pid_t ended = 0;
    while (!(ended = waitpid(process->pid, &status, WNOHANG)) && now_us() < until)
        usleep(10 * STEP_US);
    if (!ended) process_kill(process);
    process->pid = 0;
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void process_kill(Process *process)
{
    if (!process->pid) return;
    kill(process->pid, SIGKILL);
    waitpid(process->pid, NULL, 0);
    process->pid = 0;
}

i64 process_memory(const Process *process)
{
    char path[64];
    long long total = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process->pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fscanf(file, "%lld %lld", &total, &resident) != 2) resident = 0;
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

i64 process_cpu_us(const Process *process)
{
    // The program's name, in parentheses, may contain anything. State and ten numbers follow.
    char path[64], text[1024];
    unsigned long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process->pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')');
    if (!behind || sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
                          &user, &system) != 2)
        return 0;
    return (i64)(user + system) * 1000000 / sysconf(_SC_CLK_TCK);
}

i64 own_cpu_us(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (i64)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec +
           usage.ru_stime.tv_usec;
}
