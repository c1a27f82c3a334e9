/**
 * The wire format of Protocol Buffers: a reader and a writer of fields, without generated code.
 * Packages of the runtime that read or write such files use it; it sees exceptions and quotations
 * alone.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
@NullMarked
package io.cambric.io.protobuf;

import org.jspecify.annotations.NullMarked;
