/**
 * The shared parts of readers: a position in bytes, arrays out of blocks, and the headers of
 * arrays.
 */
@NullMarked
package io.cambric.frameworks.content;

import org.jspecify.annotations.NullMarked;
