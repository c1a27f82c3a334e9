/**
 * The bytes of one safetensors file: its header, its elements and its limits. Not exported; {@code
 * io.safetensors} and {@code io.checkpoint} use it.
 */
@NullMarked
package io.cambric.io.safetensors.format;

import org.jspecify.annotations.NullMarked;
