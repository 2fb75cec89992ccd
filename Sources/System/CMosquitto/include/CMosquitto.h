// libmosquitto, loaded by the first client of a broker: with it comes OpenSSL, 2 MB of memory that a gateway without a broker
// does not need.
#pragma once

#include <mosquitto.h>
#include <mqtt_protocol.h>

// Each function of the library that Holdfast calls, without its prefix.
#define HOLDFAST_MOSQUITTO_FUNCTIONS(F) \
    F(connect_bind_v5) \
    F(connect_v5_callback_set) \
    F(destroy) \
    F(disconnect_v5) \
    F(disconnect_v5_callback_set) \
    F(int_option) \
    F(lib_init) \
    F(log_callback_set) \
    F(loop_misc) \
    F(loop_read) \
    F(loop_write) \
    F(message_v5_callback_set) \
    F(new) \
    F(property_add_int32) \
    F(property_free_all) \
    F(property_read_int16) \
    F(publish_v5) \
    F(socket) \
    F(strerror) \
    F(subscribe_v5) \
    F(subscribe_v5_callback_set) \
    F(tls_set) \
    F(unsubscribe_v5) \
    F(user_data_set) \
    F(username_pw_set) \
    F(want_write) \
    F(will_set)

struct holdfast_mosquitto {
#define HOLDFAST_MEMBER(name) __typeof__(mosquitto_##name) *name;
    HOLDFAST_MOSQUITTO_FUNCTIONS(HOLDFAST_MEMBER)
#undef HOLDFAST_MEMBER
};

// Loads the library and finds its functions. Returns null, or the reason why that failed.
const char *holdfast_mosquitto_load(struct holdfast_mosquitto *functions);
