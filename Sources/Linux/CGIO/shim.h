#include <gio/gio.h>
#include <gio/gunixconnection.h>
#include <gio/gunixfdlist.h>
