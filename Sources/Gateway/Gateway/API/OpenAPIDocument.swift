import CGatewayFiles

/// The OpenAPI 3.1 document of the API, which `make-openapi` makes from the interface file.
enum OpenAPIDocument {
    static var bytes: [UInt8] {
        var size = 0
        let start = holdfast_openapi(&size)
        return Array(UnsafeBufferPointer(start: start, count: size))
    }
}
