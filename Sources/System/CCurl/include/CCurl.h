// libcurl for Swift, with its variadic functions in variants of one type each.
#pragma once

// Otherwise curl.h defines the variadic functions as macros that check types, which Swift cannot import.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

CURLcode holdfast_curl_set_number(CURL *transfer, CURLoption option, long value);
CURLcode holdfast_curl_set_text(CURL *transfer, CURLoption option, const char *value);
CURLcode holdfast_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *list);
// Sets the body to send; libcurl copies it.
CURLcode holdfast_curl_set_body(CURL *transfer, const char *bytes, size_t count);

// Called with the bytes of headers or body, and `owner`. A return value other than `count` ends the transfer.
typedef size_t (*holdfast_curl_receiver)(char *bytes, size_t size, size_t count, void *owner);
CURLcode holdfast_curl_set_receivers(
    CURL *transfer, holdfast_curl_receiver headers, holdfast_curl_receiver body, void *owner);

CURLcode holdfast_curl_number(CURL *transfer, CURLINFO info, long *value);
CURLcode holdfast_curl_offset(CURL *transfer, CURLINFO info, curl_off_t *value);

// Sets the functions that libcurl calls with the sockets to watch, and with the time of the next call.
CURLMcode holdfast_curl_set_callbacks(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *owner);

// For CURLOPT_POSTREDIR: a POST stays a POST after any redirect.
static const long holdfast_curl_redirect_methods = CURL_REDIR_POST_ALL;

// The next transfer that has ended, and its result; null where none has.
CURL *holdfast_curl_ended(CURLM *multi, CURLcode *result);
