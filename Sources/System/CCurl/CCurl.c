#include "CCurl.h"

CURLcode holdfast_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode holdfast_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

CURLcode holdfast_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(transfer, option, list);
}

CURLcode holdfast_curl_set_body(CURL *transfer, const char *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

CURLcode holdfast_curl_set_receivers(
    CURL *transfer, holdfast_curl_receiver headers, holdfast_curl_receiver body, void *owner) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, headers);
    if (code == CURLE_OK) code = curl_easy_setopt(transfer, CURLOPT_HEADERDATA, owner);
    if (code == CURLE_OK) code = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(transfer, CURLOPT_WRITEDATA, owner);
    return code;
}

CURLcode holdfast_curl_number(CURL *transfer, CURLINFO info, long *value) {
    return curl_easy_getinfo(transfer, info, value);
}

CURLcode holdfast_curl_offset(CURL *transfer, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(transfer, info, value);
}

CURLMcode holdfast_curl_set_callbacks(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *owner) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, owner);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, owner);
    return code;
}

CURL *holdfast_curl_ended(CURLM *multi, CURLcode *result) {
    int rest;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &rest)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}
