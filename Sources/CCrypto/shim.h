#include <openssl/evp.h>
#include <openssl/ec.h>
#include <openssl/core_names.h>
